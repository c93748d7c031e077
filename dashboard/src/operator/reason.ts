const MIN_LENGTH = 3;
const MAX_LENGTH = 500;

type ReasonProblem = 'missing' | 'short' | 'long';

/**
 * What the server would refuse, checked before it is asked. Counts characters as people see them.
 */
export function reasonProblem(typed: string): ReasonProblem | undefined {
  const length = [...typed.trim()].length;
  if (length === 0) return 'missing';
  if (length < MIN_LENGTH) return 'short';
  return length > MAX_LENGTH ? 'long' : undefined;
}

/** It is stored on one line, so pasted lines are joined. */
export function oneLine(typed: string): string {
  return typed.replace(/\p{Cc}+/gu, ' ');
}
