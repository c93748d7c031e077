/** A field of an address: whole cents as text; whatever else is no amount. */
export function cents(): (value: string) => string | undefined {
  return (value) => (/^\d{1,9}$/.test(value) ? value : undefined);
}
