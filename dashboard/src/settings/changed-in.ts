/**
 * The fields that differ from what the form began with: only those are sent, so that nobody undoes
 * somebody else's change.
 */
export function changedIn<Fields extends Record<keyof Fields, string>>(
  fields: Fields,
  began: Fields,
): Partial<Fields> {
  const changed = Object.entries<string>(fields)
    .map(([name, text]) => [name, text.trim()] as const)
    // Both belong to the same form.
    .filter(([name, text]) => text !== began[name as keyof Fields].trim());
  return Object.fromEntries(changed) as Partial<Fields>;
}
