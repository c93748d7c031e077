import { ownWords } from '../words/plain-typed.ts';

/**
 * The fields that differ from what the form began with: only those are sent, so that nobody undoes
 * somebody else's change.
 */
export function changedIn<Fields extends Record<keyof Fields, string>>(
  fields: Fields,
  began: Fields,
): Partial<Fields> {
  const changed = Object.entries<string>(fields)
    .map(([name, text]) => [name, ownWords(text)] as const)
    // Both belong to the same form.
    .filter(([name, text]) => text !== ownWords(began[name as keyof Fields]));
  return Object.fromEntries(changed) as Partial<Fields>;
}
