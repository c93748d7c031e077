import { hasCode } from '../api/api-failure.ts';
import type { useTenantCall } from '../api/query.ts';
import { sandboxActs } from '../deposits/sandbox-acts.ts';

const DEPOSIT_PLAYS = [
  'pay',
  'other',
  'late',
  'reviewThenRelease',
  'reviewThenRefund',
  'med',
  'expire',
  'fail',
] as const;
type DepositPlay = (typeof DEPOSIT_PLAYS)[number];

const WITHDRAWAL_PLAYS = ['fund', 'short', 'over', 'fail', 'expire'] as const;
type WithdrawalPlay = (typeof WITHDRAWAL_PLAYS)[number];

type Call = ReturnType<typeof useTenantCall>;

/** A dispute needs a confirmed payment; everything else a charge that waits for one. */
export function depositPlaysFor(status: string, isPaid: boolean): readonly DepositPlay[] {
  if (status === 'PENDING') return isPaid ? [] : DEPOSIT_PLAYS;
  return status === 'CONFIRMED' ? ['med'] : [];
}

export function withdrawalPlaysFor(status: string, hasArrived: boolean): readonly WithdrawalPlay[] {
  if (status === 'PENDING') return hasArrived ? ['fail', 'expire'] : WITHDRAWAL_PLAYS;
  return status === 'PROCESSING' ? ['fail'] : [];
}

/** Some plays are two acts, and the second waits until the first has taken effect. */
export async function playDeposit(
  call: Call,
  deposit: { id: string; status: string; payer: string },
  play: DepositPlay,
): Promise<void> {
  const acts = sandboxActs(call, deposit);
  const steps: Record<DepositPlay, readonly (() => Promise<unknown>)[]> = {
    pay: [acts.pay],
    other: [acts.other],
    late: [acts.expire, acts.late],
    reviewThenRelease: [acts.review, acts.release],
    reviewThenRefund: [acts.review, acts.refund],
    med: deposit.status === 'PENDING' ? [acts.pay, acts.med] : [acts.med],
    expire: [acts.expire],
    fail: [acts.fail],
  };
  const [first, ...rest] = steps[play];
  if (first === undefined) return;
  // Only the second act can come too early; the first is refused at once.
  await first();
  for (const step of rest) await untilPossible(step);
}

export async function playWithdrawal(
  call: Call,
  { id, asksCents }: { id: string; asksCents: number },
  play: WithdrawalPlay,
): Promise<void> {
  const path = { id };
  if (play === 'fail') {
    await call('failSandboxWithdrawal', { path, body: { as: 'canceled' } });
  } else if (play === 'expire') {
    await call('expireSandboxWithdrawal', { path });
  } else {
    await call('fundSandboxWithdrawal', { path, body: fundingOf(play, asksCents) });
  }
}

function fundingOf(play: 'fund' | 'short' | 'over', asksCents: number): { amountCents?: number } {
  if (play === 'fund') return {};
  // Far enough off that the provider does not accept it as the requested amount.
  return { amountCents: play === 'short' ? Math.ceil(asksCents / 2) : asksCents * 2 };
}

const ATTEMPTS = 20;
const PAUSE_MS = 400;

/** The simulated bank takes its time, as a bank does, and refuses an act that comes too early. */
export async function untilPossible(
  step: () => Promise<unknown>,
  pauseMs = PAUSE_MS,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await step();
      return;
    } catch (error) {
      const isEarly = hasCode(error, 'invalid_state');
      if (!isEarly || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
