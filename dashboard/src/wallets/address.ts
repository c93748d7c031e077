export type AddressProblem = 'missing' | 'bitcoin' | 'notLiquid' | 'short';

/** What can be told while typing; whether the address is right only the server says. */
export function problemOf(address: string): AddressProblem | undefined {
  const text = address.trim();
  if (text === '') return 'missing';
  if (/^(?:bc1|tb1|[13][1-9A-HJ-NP-Za-km-z]{25,33}$)/.test(text)) return 'bitcoin';
  if (/[@\s]|^0x/i.test(text)) return 'notLiquid';
  return text.length < 30 ? 'short' : undefined;
}
