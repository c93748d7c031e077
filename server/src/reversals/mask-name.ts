/** The first letter of each word: enough to recognise somebody who is expected. */
export function maskName(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return words.map((word) => `${[...word][0] ?? ''}***`).join(' ');
}
