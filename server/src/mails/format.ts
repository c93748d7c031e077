/** What somebody chose to be called: nothing invisible in it, and nothing that becomes a link. */
export function called(name: string): string {
  const visible = name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '');
  return visible.replaceAll(/([.:/@])(?=\S)/gu, '$1\u200b');
}
