/** The provider's ids arrive with hyphens and without, in either case; we know them by one form. */
export function normalRef(id: string): string {
  return id.replaceAll('-', '').toLowerCase();
}

/** Status words come in either case, with hyphens or underscores, and one of them with two l's. */
export function normalStatus(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replaceAll('-', '_')
    .replace(/^cancelled$/, 'canceled');
}
