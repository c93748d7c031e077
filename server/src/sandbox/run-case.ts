import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';
import type { Tenancy } from '../accounts/environment.ts';
import { createDeposit } from '../deposits/create-deposit.ts';
import type { Deposit } from '../deposits/deposit.ts';
import { findDeposit } from '../deposits/store.ts';
import { ApiError, type ErrorCode } from '../errors.ts';
import { newId } from '../ids.ts';
import { cents } from '../money.ts';
import { createWithdrawal } from '../withdrawals/create-withdrawal.ts';
import { findWithdrawal } from '../withdrawals/store.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';
import type { SandboxCase, Stage } from './case.ts';

export interface RunCase {
  /** The deposit or withdrawal; null if no order was created. */
  readonly id: string | null;
  readonly idempotencyKey: string;
  readonly amountCents: number;
  readonly taxId: string;
  /** The result of each attempt. */
  readonly answers: readonly { readonly status: number; readonly error: ErrorCode | null }[];
  /** Whether the first stage was reached by the time of the answer. */
  readonly reached: boolean;
}

/** A tax id with valid check digits that belongs to nobody. */
const PAYER = '12345678909';
/** For cases that the document alone selects. */
const PLAIN_AMOUNT = 5_000;
/** What no case cares about. */
const OF_DEPOSIT = {
  ...{ paymentLinkId: null, walletId: undefined },
  ...{ passFeesToPayer: true, fromPanel: false },
};
const OF_WITHDRAWAL = {
  ...({ pixKeyType: 'EMAIL', pixKey: 'ensaio@example.com' } as const),
  fromPanel: false,
};

/**
 * Places the order of a case, as a client would: it retries with the same key if the case makes the
 * first attempts fail. The rest happens by itself, or when the clock is moved.
 * @throws ApiError if the order is refused for a reason that is not part of the case
 */
export async function runCase(app: App, tenancy: Tenancy, one: SandboxCase): Promise<RunCase> {
  const [operation] = one.of;
  const amountCents = one.amountCents ?? PLAIN_AMOUNT;
  const taxId = one.taxId ?? PAYER;
  const idempotencyKey = `case-${randomUUID()}`;
  const resourceId = operation === 'deposit' ? newId('dep') : newId('wdr');
  const order = { amountCents: cents(amountCents), taxId, externalId: `case:${one.name}` };
  const keyed = { key: idempotencyKey, content: idempotencyKey, resourceId };
  const place = (): Promise<unknown> =>
    operation === 'deposit'
      ? createDeposit(app, tenancy, keyed, () => ({ ...OF_DEPOSIT, ...order }))
      : createWithdrawal(app, tenancy, keyed, () => ({ ...OF_WITHDRAWAL, ...order }));
  const answers: { status: number; error: ErrorCode | null }[] = [];
  for (const expected of one.answers) {
    const error = await refusalOf(place());
    // A refusal that is not the case's concerns this account, and ends the rehearsal.
    if (error && error.status !== expected) throw error;
    answers.push({ status: error?.status ?? 201, error: error?.code ?? null });
    if (!error) break;
  }
  const isMade = answers.at(-1)?.error === null;
  const [first] = one.stages;
  const find = operation === 'deposit' ? findDeposit : findWithdrawal;
  const read = () => find(app, tenancy.environment.id, resourceId);
  const reached = !isMade || !first || (await awaitStage(read, first));
  return {
    id: isMade ? resourceId : null,
    idempotencyKey,
    amountCents,
    taxId,
    answers,
    reached,
  };
}

async function refusalOf(made: Promise<unknown>): Promise<ApiError | undefined> {
  try {
    await made;
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

const TIMEOUT_MS = 5_000;
const LOOK_MS = 50;

/** Waits briefly, so that the first stage has usually been reached by the time of the answer. */
async function awaitStage(
  read: () => Promise<Deposit | Withdrawal | undefined>,
  { after, status, providerStatus }: Stage,
): Promise<boolean> {
  if (after !== null) return false;
  const until = performance.now() + TIMEOUT_MS;
  for (;;) {
    const made = await read();
    const isThere = providerStatus === undefined || made?.providerStatus === providerStatus;
    if (made?.status === status && isThere) return true;
    if (performance.now() > until) return false;
    await sleep(LOOK_MS);
  }
}
