/** The provider's ids come with or without hyphens, in either case; we store one form. */
export function normalRef(id: string): string {
  return id.replaceAll('-', '').toLowerCase();
}

/** Statuses come in either case, with hyphens or underscores, and `canceled` in both spellings. */
export function normalStatus(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replaceAll('-', '_')
    .replace(/^cancelled$/, 'canceled');
}
