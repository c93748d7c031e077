/**
 * The provider as our processes see it: over an unreliable wire, and with answers that may be
 * wrong.
 */
import { address } from 'liquidjs-lib';
import type { Tenant } from '../../src/app.ts';
import { ApiError } from '../../src/errors.ts';
import { cents } from '../../src/money.ts';
import { isObject } from '../../src/platform/json.ts';
import {
  type ChargeReading,
  type ChargeStatus,
  type PayoutReading,
  type PixProvider,
  ProviderFailure,
  throttled,
  unknownOutcome,
} from '../../src/provider/port.ts';
import { medOf } from '../deposits.ts';
import type { Faults } from './faults.ts';
import {
  type Ledger,
  type LedgerCharge,
  type LedgerPayout,
  lifeOfCharge,
  lifeOfPayout,
} from './ledger.ts';
import { moment, nobody, type Process, trueNow, type World } from './world.ts';

export interface Wire {
  readonly world: World;
  readonly faults: Faults;
  readonly ledger: Ledger;
  /** Whether it is one of ours. */
  readonly isShown: (ref: string) => boolean;
  /** Whether it has reached its end here, so that no look may be left. */
  readonly isClosed: (ref: string) => boolean;
}

const NETWORK = { live: 'ex', test: 'tex' };
const PAYOUT_LASTS_MS = 30 * 60_000;

export function openProvider(wire: Wire, process: Process, tenant: Tenant): PixProvider {
  const { faults, ledger } = wire;
  const call = <Result>(label: string, effect: () => Result): Promise<Result> =>
    exchange(wire, process, label, effect);
  const ours = (one: { readonly mode: string; readonly environmentId: string }): boolean =>
    tenant.mode === 'live' ? one.mode === 'live' : one.environmentId === tenant.environmentId;
  return {
    createCharge: (order) =>
      call('createCharge', () => {
        if (faults.strikes('refused')) throw refuse(ledger, order.nonce);
        const known = ledger.charges.filter(ours);
        const same = known.find(({ nonce }) => ledger.honoursNonces && nonce === order.nonce);
        const repeated = faults.strikes('repeated')
          ? known.find(({ ref }) => wire.isShown(ref))
          : undefined;
        const { ref } = repeated ?? same ?? makeCharge(wire, tenant, order);
        return { ref, pixQrCode: `pix ${ref}` };
      }),
    readCharge: (ref) =>
      call('readCharge', () => {
        const charge = ledger.charges.find((one) => one.ref === ref && ours(one));
        return charge && !faults.strikes('denied') ? readingOf(wire, charge) : undefined;
      }),
    listCharges: (from, to) =>
      call('listCharges', () =>
        ledger.charges
          .filter((one) => ours(one) && one.createdAt >= from && one.createdAt < to)
          .map(({ ref, status }) => ({ ref, status })),
      ),
    createPayout: (order) =>
      call('createPayout', () => {
        ledger.payoutsAsked.set(order.nonce, (ledger.payoutsAsked.get(order.nonce) ?? 0) + 1);
        if (faults.strikes('refused')) throw refuse(ledger, order.nonce);
        const known = ledger.payouts.filter(ours);
        const same = known.find(({ nonce }) => ledger.honoursNonces && nonce === order.nonce);
        const repeated = faults.strikes('repeated')
          ? known.find(({ ref }) => wire.isShown(ref))
          : undefined;
        const payout = repeated ?? same ?? makePayout(wire, tenant, order);
        const { ref, depositAddress, depositAmountCents } = payout;
        return { ref, depositAddress, depositAmountCents };
      }),
    readPayout: (ref) =>
      call('readPayout', () => {
        const payout = ledger.payouts.find((one) => one.ref === ref && ours(one));
        return payout && !faults.strikes('denied') ? readingOfPayout(payout) : undefined;
      }),
    readMed: (body) => (isObject(body) ? medOf() : undefined),
  };
}

function refuse(ledger: Ledger, nonce: string): ProviderFailure {
  ledger.refused.add(nonce);
  return new ProviderFailure('refused', new ApiError('invalid_tax_id'));
}

/** The call arrives, or does not; its response comes back, or does not, at any time. */
async function exchange<Result>(
  { world, faults }: Wire,
  process: Process,
  label: string,
  effect: () => Result,
): Promise<Result> {
  type Answer = { readonly result: Result } | { readonly failure: unknown };
  const answer = await moment<Answer>(world, nobody, `${process.name} ${label}`, () => {
    if (faults.strikes('throttled')) return { failure: throttled(world.random.integer(1, 20)) };
    if (faults.strikes('requestLost')) return { failure: unknownOutcome() };
    // What was not sent yet dies with its process; what was sent does not.
    if (!process.alive && world.random.fraction() < 0.5) return { failure: unknownOutcome() };
    try {
      return { result: effect() };
    } catch (failure) {
      return { failure };
    }
  });
  // Nothing continues in a process that died; nobody waits for this promise.
  if (!process.alive) return new Promise(() => undefined);
  return moment(world, process, `${label} is answered`, () => {
    if ('failure' in answer) throw answer.failure;
    if (faults.strikes('answerLost')) throw unknownOutcome();
    return answer.result;
  });
}

function makeCharge(
  { world, ledger }: Wire,
  { environmentId, mode }: Tenant,
  { nonce, totalCents }: { nonce: string; totalCents: LedgerCharge['totalCents'] },
): LedgerCharge {
  const { random } = world;
  const life = lifeOfCharge(random, random.fraction() < 0.9);
  // One that is paid late is paid in full here: short and expired could end in either of two
  // states.
  const pays = life.includes('expired') ? 1 : random.fraction();
  const wrong = pays < 0.04 ? -1 : pays < 0.08 ? 1 : 0;
  const charge: LedgerCharge = {
    ...{ ref: refOf('c', ledger.charges.length), nonce, environmentId, mode, totalCents, life },
    ...{ createdAt: trueNow(world), valueCents: cents(totalCents + wrong) },
    ...{ status: 'pending', before: 'pending', blockchainTxId: undefined, med: false },
    isDisputed: wrong === 0 && random.fraction() < 0.1,
  };
  ledger.charges.push(charge);
  return charge;
}

function refOf(kind: string, index: number): string {
  return `${kind}${index.toString(16)}`.padStart(32, '0');
}

function makePayout(
  { world, ledger }: Wire,
  { environmentId, mode }: Tenant,
  { nonce, payoutCents }: { nonce: string; payoutCents: LedgerPayout['payoutCents'] },
): LedgerPayout {
  const createdAt = trueNow(world);
  const ref = refOf('d', ledger.payouts.length);
  const payout: LedgerPayout = {
    ...{ ref, nonce, environmentId, mode, createdAt, payoutCents, status: 'unsent' },
    expiresAt: new Date(createdAt.getTime() + PAYOUT_LASTS_MS),
    depositAddress: address.toBech32(Buffer.from(ref.slice(-20)), 0, NETWORK[mode]),
    depositAmountCents: cents(payoutCents + 100),
    life: lifeOfPayout(world.random),
  };
  ledger.payouts.push(payout);
  return payout;
}

function readingOf({ faults, isClosed }: Wire, charge: LedgerCharge): ChargeReading {
  const { ref, valueCents, totalCents, blockchainTxId } = charge;
  // Only if it is looked at again: a wrong answer about a closed one would be final.
  const isOpen = !isClosed(ref);
  const isOld = isOpen && charge.status !== charge.before && faults.strikes('lag');
  const isUnknown = isOpen && faults.strikes('unknownWord');
  const status: ChargeStatus = isUnknown ? 'unknown' : isOld ? charge.before : charge.status;
  const isPaid = status !== 'pending' && status !== 'expired';
  return {
    ...{ ref, status, valueCents: isPaid ? valueCents : totalCents, expiresAt: undefined },
    blockchainTxId: isOld || isUnknown ? undefined : blockchainTxId,
    ...{ bankTxId: undefined, payerName: undefined, payerTaxId: undefined, reasons: [], raw: '{}' },
  };
}

function readingOfPayout(payout: LedgerPayout): PayoutReading {
  const { ref, depositAddress, depositAmountCents, status, payoutCents, expiresAt } = payout;
  const blockchainTxId = status === 'unsent' ? undefined : ref.repeat(2);
  const told = { ref, depositAddress, depositAmountCents, status, payoutCents, expiresAt };
  return { ...told, blockchainTxId, pixEndToEndId: undefined, receiptUrl: undefined, raw: '{}' };
}
