import { randomUUID } from 'node:crypto';
import { isKey, isPathPart } from '../request.ts';
import { PIX_KEY_TYPES, type PixKeyType } from '../withdrawals.ts';
import { connect } from './connect.ts';
import { columns } from './print.ts';
import { type Call, required, wholeNumber } from './verb.ts';
import { UsageError } from './words.ts';

/** Creates a charge for a payer. */
export async function createDeposit(call: Call): Promise<void> {
  const order = { amountCents: amountOf(call), taxId: required(call, 'tax-id') };
  const ponte = await connect(call);
  const idempotencyKey = keyOf(call);
  print(call, await ponte.deposits.create(order, { idempotencyKey }));
}

export async function showDeposit(call: Call): Promise<void> {
  const id = idOf(call);
  const ponte = await connect(call);
  print(call, await ponte.deposits.status(id));
}

/** Creates a withdrawal to somebody. */
export async function withdraw(call: Call): Promise<void> {
  const order = {
    amountCents: amountOf(call),
    taxId: required(call, 'tax-id'),
    pixKey: required(call, 'pix-key'),
    pixKeyType: pixKeyTypeOf(call),
  };
  const ponte = await connect(call);
  const idempotencyKey = keyOf(call);
  print(call, await ponte.withdrawals.create(order, { idempotencyKey }));
}

export async function showWithdrawal(call: Call): Promise<void> {
  const id = idOf(call);
  const ponte = await connect(call);
  print(call, await ponte.withdrawals.status(id));
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

/**
 * Each call is a new order, unless its key repeats an earlier one. A generated key is printed
 * before anything is sent: it is needed if nobody waits for the answer.
 */
function keyOf(call: Call): string {
  const typed = call.values['idempotency-key'];
  if (typed === '') throw new UsageError(EMPTY_KEY);
  if (isKey(typed)) return typed;
  if (typed !== undefined) throw new UsageError(WRONG_KEY);
  const idempotencyKey = randomUUID();
  const words = {
    pt: `Para repetir este mesmo pedido: --idempotency-key ${idempotencyKey}`,
    en: `To repeat this same order: --idempotency-key ${idempotencyKey}`,
  };
  call.printer.note('idempotency_key', words, { idempotencyKey });
  return idempotencyKey;
}

/** Usually an unset shell variable. */
const EMPTY_KEY = {
  pt: '--idempotency-key está vazia: com outra chave seria outro pedido.',
  en: '--idempotency-key is empty: under another key it would be another order.',
};

const WRONG_KEY = {
  pt: '--idempotency-key pede 1 a 255 caracteres ASCII, sem espaços em volta.',
  en: '--idempotency-key takes 1 to 255 characters of plain ASCII, without spaces around.',
};

function pixKeyTypeOf(call: Call): PixKeyType {
  const text = required(call, 'pix-key-type').toUpperCase();
  const type = PIX_KEY_TYPES.find((known) => known === text);
  if (type) return type;
  const types = PIX_KEY_TYPES.join(', ');
  throw new UsageError({
    pt: `--pix-key-type pede um destes: ${types}.`,
    en: `--pix-key-type takes one of ${types}.`,
  });
}

/** @throws UsageError for a text that would lead to another route, such as an empty one */
function idOf({ positionals }: Call): string {
  const [id = ''] = positionals;
  if (isPathPart(id)) return id;
  throw new UsageError({ pt: `"${id}" não é um id.`, en: `"${id}" is no id.` });
}

/** Nested values get rows of their own, such as `chain.state` and `balances.0.label`. */
function partsOf([name, value]: [string, unknown]): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[name, value]];
  return Object.entries(value).flatMap(([part, inner]) => partsOf([`${name}.${part}`, inner]));
}

function print({ printer }: Call, answer: object): void {
  printer.answer(answer, columns(Object.entries(answer).flatMap(partsOf)));
}
