import { isPeriod } from './period.ts';

/** Parses one value of the address; undefined for a meaningless one. */
type Field<T> = (value: string) => T | undefined;

/** The parsed query string; defaults are absent. */
type Search<F extends Record<string, Field<unknown>>> = {
  [K in keyof F]?: NonNullable<ReturnType<F[K]>> | undefined;
} & { cursor?: string | undefined };

let notifyIgnored: () => void = () => undefined;

/** Registers what tells the user that a filter in the address was dropped. */
export function onIgnoredFilter(listener: () => void): void {
  notifyIgnored = listener;
}

/** A route's `validateSearch`. An invalid value is dropped, and the user is told. */
export function searchReader<F extends Record<string, Field<unknown>>>(fields: F) {
  const all: Record<string, Field<unknown>> = { ...fields, cursor: text(200) };
  return (raw: Record<string, unknown>): Search<F> => {
    const search: Record<string, unknown> = {};
    for (const [name, read] of Object.entries(all)) {
      const value = raw[name];
      if (value === undefined || value === '') continue;
      const accepted = read(String(value));
      if (accepted === undefined) notifyIgnored();
      // An undefined entry overrides the raw value; a missing one would not.
      search[name] = accepted;
    }
    // Each entry was parsed by the field of its name.
    return search as Search<F>;
  };
}

/** The parameters that narrow no list: its page, an open form, the chosen tab. */
const NO_FILTERS = ['cursor', 'new', 'aba'];

/** The filters of an address, with their values. */
export function filtersOf(search: object): readonly (readonly [string, unknown])[] {
  return Object.entries(search).filter(
    ([name, value]) => value !== undefined && !NO_FILTERS.includes(name),
  );
}

/** What removes all filters from an address; undefined if it has none. */
export function withoutFilters(search: object): Record<string, undefined> | undefined {
  const filters = filtersOf(search).map(([name]) => [name, undefined] as const);
  return filters.length === 0 ? undefined : Object.fromEntries(filters);
}

export function oneOf<const T extends string>(...values: readonly T[]): Field<T> {
  return (value) => values.find((known) => known === value);
}

export function text(maxLength: number): Field<string> {
  return (value) => (value.length <= maxLength ? value : undefined);
}

export function period(): Field<string> {
  return (value) => (isPeriod(value) ? value : undefined);
}
