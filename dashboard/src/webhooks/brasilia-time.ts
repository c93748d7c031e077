const OFFSET_MS = 3 * 3_600_000;

/** In a native field's format, 2026-11-21T14:05. Brasília has had no daylight saving since 2019. */
export function toBrasilia(at: number): string {
  return new Date(at - OFFSET_MS).toISOString().slice(0, 16);
}

/** The instant that such a field means; undefined if it is not filled in. */
export function fromBrasilia(typed: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(typed)) return undefined;
  const at = Date.parse(`${typed.slice(0, 16)}:00-03:00`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
