/** As people type it in a hurry: without accents and capitals. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** The pages with a word that starts like this; all of them while nothing is typed. */
export function findPages<Page extends { readonly title: string }>(
  pages: readonly Page[],
  typed: string,
): Page[] {
  const wanted = plain(typed);
  return pages.filter(({ title }) => {
    const name = plain(title);
    return name.startsWith(wanted) || name.includes(` ${wanted}`);
  });
}
