/** The first program that a page shows under a heading. */
export function programUnder(page: string, heading: string): string {
  const [, program] = /```\w+\n([\s\S]*?)```/.exec(page.split(`${heading}\n`)[1] ?? '') ?? [];
  if (program === undefined) throw new Error(`There is no program under ${heading}.`);
  return program;
}
