const SHORTEST = 3;
const LONGEST = 500;

type ReasonProblem = 'missing' | 'short' | 'long';

/**
 * What the server would refuse, checked before it is asked. Counts characters as people see them.
 */
export function reasonProblem(typed: string): ReasonProblem | undefined {
  const length = [...typed.trim()].length;
  if (length === 0) return 'missing';
  if (length < SHORTEST) return 'short';
  return length > LONGEST ? 'long' : undefined;
}

/** It is stored on one line, so pasted lines are joined. */
export function oneLine(typed: string): string {
  return typed.replace(/\p{Cc}+/gu, ' ');
}
