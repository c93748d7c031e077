import { useEffect } from 'react';

/** What lies over a page names the tab of the browser for as long as it is there. */
const titles = { page: '', over: '' };

export function useDocumentTitle(of: keyof typeof titles, title: string): void {
  useEffect(() => {
    titles[of] = title;
    show();
    return () => {
      titles[of] = '';
      show();
    };
  }, [of, title]);
}

/** Between two pages the title stays that of the first. */
function show(): void {
  const title = titles.over || titles.page;
  if (title !== '') document.title = `${title} · Ponte`;
}
