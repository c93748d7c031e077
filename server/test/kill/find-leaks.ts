import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { PlannedOperation } from './operation.ts';

/** What nobody but its owner may read: personal numbers and addresses, keys and secrets. */
export interface Seeds {
  readonly taxIds: ReadonlySet<string>;
  readonly emails: ReadonlySet<string>;
  /** What each is, and the forms in which it may occur. */
  readonly secrets: readonly (readonly [name: string, forms: readonly string[]])[];
}

export function seedsOf(
  operations: readonly PlannedOperation[],
  secrets: Readonly<Record<string, string>>,
): Seeds {
  const taxIds = operations.flatMap((one) =>
    one.kind === 'deposit' ? [one.order.taxId, one.otherTaxId] : [one.order.taxId],
  );
  const emails = operations.flatMap((one) => (one.kind === 'withdrawal' ? [one.order.pixKey] : []));
  return {
    taxIds: new Set(taxIds),
    emails: new Set(emails),
    secrets: Object.entries(secrets).map(([name, secret]) => [name, formsOf(secret)]),
  };
}

/** Also with the dots and dashes that people write, and URL-encoded. */
const TAX_ID = /(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)/g;
const EMAIL = /[\w.+-]+(?:@|%40)[\w.-]+\w/g;

/** The seeds that occur in a text. */
export function leaksIn(text: string, { taxIds, emails, secrets }: Seeds): string[] {
  const numbers = (text.match(TAX_ID) ?? []).filter((number) =>
    taxIds.has(number.replaceAll(/\D/g, '')),
  );
  const addresses = (text.match(EMAIL) ?? []).filter((address) =>
    emails.has(address.replace('%40', '@')),
  );
  const found = secrets.filter(([, forms]) => forms.some((form) => text.includes(form)));
  return [
    ...numbers.map((number) => `the tax id ${number}`),
    ...addresses.map((address) => `the Pix key ${address}`),
    ...found.map(([name]) => name),
  ];
}

/** An encryption key is preceded by its name, which may occur anywhere. */
function formsOf(named: string): string[] {
  const secret = named.replace(/^k\d+:/, '');
  return [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
}

/** The lines of files in which a seed occurs. */
export async function findLeaks(files: readonly string[], seeds: Seeds): Promise<string[]> {
  const leaks: string[] = [];
  for (const file of files) {
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
    for await (const line of lines) {
      for (const leak of leaksIn(line, seeds))
        leaks.push(`${leak} in ${file}: ${line.slice(0, 200)}`);
    }
  }
  return leaks;
}
