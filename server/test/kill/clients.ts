import { setTimeout as pause } from 'node:timers/promises';
import type { PlannedDeposit, PlannedOperation, PlannedWithdrawal } from './operation.ts';
import { orderOnPage, payOnPage, type Shop } from './payers.ts';
import { type Answer, type Call, type Client, MAX_WAIT_MS } from './requests.ts';

/** What the client of one operation has when it is done. */
export interface Driven {
  readonly operation: PlannedOperation;
  /** The bytes of its 201, or what a page said; undefined if it never got one. */
  readonly created: string | undefined;
  /** Why it went wrong. */
  readonly complaint: string | undefined;
}

const LOOK_EVERY_MS = 500;

/**
 * One client from its first request to the last command: it repeats each until it is answered.
 * @param turn it does not begin before this resolves
 */
export async function drive(
  shop: Shop,
  operation: PlannedOperation,
  turn?: Promise<void>,
): Promise<Driven> {
  const { client } = shop;
  await pause(operation.startMs);
  await turn;
  let created: string | undefined;
  try {
    created = await create(shop, operation);
    await pause(operation.pauseMs);
    if (isOnPage(operation)) await payOnPage(client, operation, created);
    else await meetFate(client, operation, idIn(created));
    return { operation, created, complaint: undefined };
  } catch (error) {
    const complaint = error instanceof Error ? error.message : String(error);
    return { operation, created, complaint: `${operation.key}: ${complaint}` };
  }
}

/** A deposit that its payer orders on a link's page. */
export function isOnPage(operation: PlannedOperation): operation is PlannedDeposit {
  return operation.kind === 'deposit' && operation.page !== undefined;
}

async function create(shop: Shop, operation: PlannedOperation): Promise<string> {
  if (isOnPage(operation)) return orderOnPage(shop, operation);
  const { copies, awayMs } = operation;
  const call = { ...creationOf(operation), bursts: copies > 1, awayMs };
  const answers = await Promise.all(Array.from({ length: copies }, () => shop.client.insist(call)));
  const refused = answers.find(({ status }) => status !== 201);
  if (refused) throw new Error(`answered ${String(refused.status)} ${refused.text}`);
  const [text = '', ...others] = new Set(answers.map((answer) => answer.text));
  if (others.length > 0) throw new Error(`answered in ${String(others.length + 1)} ways`);
  return text;
}

export function creationOf({ kind, key, order }: PlannedOperation): Call {
  const path = kind === 'deposit' ? '/v1/api/deposit' : '/v1/api/withdraw';
  return { method: 'POST', path, body: order, idempotencyKey: key, begins: true };
}

function idIn(created: string): string {
  // Both create routes answer with an object that has an id.
  return (JSON.parse(created) as { id: string }).id;
}

async function meetFate(client: Client, operation: PlannedOperation, id: string): Promise<void> {
  if (operation.kind === 'deposit') await meetDepositFate(client, operation, id);
  else await meetWithdrawalFate(client, operation.fate, id);
}

async function meetDepositFate(
  client: Client,
  { fate, otherTaxId }: PlannedDeposit,
  id: string,
): Promise<void> {
  const path = `/v1/sandbox/deposits/${id}`;
  switch (fate) {
    case 'unpaid':
      return;
    case 'paid':
      return command(client, `${path}/pay`);
    case 'paid by another':
      return command(client, `${path}/pay`, { payerTaxId: otherTaxId });
    case 'expired':
      return command(client, `${path}/expire`);
    case 'canceled':
      return command(client, `${path}/fail`);
    case 'taken back':
      await command(client, `${path}/pay`);
      await untilConfirmed(client, id);
      return command(client, `${path}/med`);
  }
}

async function meetWithdrawalFate(
  client: Client,
  fate: PlannedWithdrawal['fate'],
  id: string,
): Promise<void> {
  const path = `/v1/sandbox/withdrawals/${id}`;
  switch (fate) {
    case 'unfunded':
      return;
    case 'funded':
      return command(client, `${path}/fund`);
    case 'expired':
      return command(client, `${path}/expire`);
    case 'canceled':
      return command(client, `${path}/fail`);
  }
}

async function command(client: Client, path: string, body: object = {}): Promise<void> {
  const answer = await client.insist({ method: 'POST', path, body });
  if (answer.status === 202 || wasCarriedOutBefore(answer)) return;
  throw new Error(`${path} answered ${String(answer.status)} ${answer.text}`);
}

/** Nobody else sends commands, so a state that no longer fits was caused by an earlier try. */
function wasCarriedOutBefore({ error, unanswered }: Answer): boolean {
  return error === 'invalid_state' && unanswered > 0;
}

async function untilConfirmed(client: Client, id: string): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  while (performance.now() < deadline) {
    const answer = await client.insist({ method: 'GET', path: `/v1/api/deposit/${id}/status` });
    // The status route answers with an object that has a status.
    if ((JSON.parse(answer.text) as { status?: string }).status === 'CONFIRMED') return;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error('was paid and never confirmed');
}
