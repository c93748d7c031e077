/** A chosen name, without invisible characters or anything that mail programs turn into a link. */
export function plainName(name: string): string {
  const visible = name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '');
  return visible.replaceAll(/([.:/@])(?=\S)/gu, '$1\u200b');
}
