import { randomUUID } from 'node:crypto';
import { connect } from './connect.ts';
import { columns } from './print.ts';
import { type Call, optional, required, wholeNumber } from './verb.ts';
import { UsageError } from './words.ts';

/** Asks a payer for money. */
export async function createDeposit(call: Call): Promise<void> {
  const order = { amountCents: amountOf(call), taxId: required(call, 'tax-id') };
  const ponte = await connect(call);
  print(call, await ponte.deposits.create(order, { idempotencyKey: keyOf(call) }));
}

export async function showDeposit(call: Call): Promise<void> {
  const ponte = await connect(call);
  print(call, await ponte.deposits.status(firstOf(call)));
}

/** Pays somebody. */
export async function withdraw(call: Call): Promise<void> {
  const order = {
    amountCents: amountOf(call),
    taxId: required(call, 'tax-id'),
    pixKey: required(call, 'pix-key'),
    pixKeyType: pixKeyTypeOf(call),
  };
  const ponte = await connect(call);
  print(call, await ponte.withdrawals.create(order, { idempotencyKey: keyOf(call) }));
}

export async function showWithdrawal(call: Call): Promise<void> {
  const ponte = await connect(call);
  print(call, await ponte.withdrawals.status(firstOf(call)));
}

export async function showBalance(call: Call): Promise<void> {
  const ponte = await connect(call);
  print(call, await ponte.balance.get());
}

function amountOf(call: Call): number {
  const amount = wholeNumber(call, 'amount');
  if (amount !== undefined) return amount;
  throw new UsageError({
    pt: 'Falta --amount, em centavos.',
    en: '--amount is missing, in cents.',
  });
}

/** One order a call, unless the same is asked for once more by its key. */
function keyOf(call: Call): string {
  return optional(call, 'idempotency-key') ?? randomUUID();
}

const TYPES = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP'] as const;

function pixKeyTypeOf(call: Call): (typeof TYPES)[number] {
  const text = required(call, 'pix-key-type').toUpperCase();
  const type = TYPES.find((known) => known === text);
  if (type) return type;
  const types = TYPES.join(', ');
  throw new UsageError({
    pt: `--pix-key-type pede um destes: ${types}.`,
    en: `--pix-key-type takes one of ${types}.`,
  });
}

function firstOf({ positionals }: Call): string {
  const [id = ''] = positionals;
  return id;
}

/** What is inside of an object gets rows of its own, as `chain.state`. */
function partsOf([name, value]: [string, unknown]): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[name, value]];
  return Object.entries(value).map(([part, inner]) => [`${name}.${part}`, inner]);
}

function print({ printer }: Call, answer: object): void {
  printer.answer(answer, columns(Object.entries(answer).flatMap(partsOf)));
}
