import { useEffect } from 'react';

/** Whatever is open over a page names the browser tab for as long as it is there. */
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

/** Between two pages the title of the first one stays. */
function show(): void {
  const title = titles.over || titles.page;
  if (title !== '') document.title = `${title} · Ponte`;
}
