/** What is wrong with a field, for a form's `validate`; null if nothing is. */
export function inWords<Problem extends string>(
  problem: Problem | undefined,
  say: Readonly<Record<Problem, string>>,
): string | null {
  return problem === undefined ? null : say[problem];
}
