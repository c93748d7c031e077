/** A field of an address: whole cents as text; anything else is not an amount. */
export function cents(): (value: string) => string | undefined {
  return (value) => (/^\d{1,9}$/.test(value) ? value : undefined);
}
