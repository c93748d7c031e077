import type { LiquidNetwork } from '../../liquid/address.ts';
import { parseBrCode } from '../../pix/br-code.ts';
import {
  type Charge,
  type ChargeListing,
  type ChargeOrder,
  notConfigured,
  type Payout,
  type PayoutOrder,
  type PixProvider,
  unknownOutcome,
} from '../port.ts';
import { isObject } from '../../platform/json.ts';
import { callEulen, type EulenConnection } from './client.ts';
import { leaveConnections } from './exchange.ts';
import {
  type AgreedPayout,
  splitText,
  toCharge,
  toChargeListing,
  toChargeReading,
  toMedNotice,
  toPayout,
  toPayoutAnswer,
} from './translate.ts';

export interface EulenSettings extends EulenConnection {
  readonly splitAddress: string | undefined;
  readonly networks: readonly LiquidNetwork[];
  /** Called with the path and the body of an answer that makes no sense. */
  readonly onNonsense: (path: string, body: unknown) => Promise<void>;
  /** Called for an answer that is used without one of its fields, which could not be read. */
  readonly onUnread: (path: string, field: string, body: unknown) => Promise<void>;
}

/** The only adapter: for the real provider, and for the sandbox, which has the same wire format. */
export function openEulen(settings: EulenSettings): PixProvider {
  // A payout is created only with room to read it once, so that its first reading is never delayed.
  const readable = new Set<string>();
  return {
    createCharge: async (order) => {
      const charge = await createCharge(settings, order);
      distrustRepeated('/deposit', charge.ref, order.nonce);
      return charge;
    },
    readCharge: (ref) => readStatus(settings, { path: '/deposit-status', ref }, toChargeReading),
    listCharges: (from, to) => listCharges(settings, from, to),
    createPayout: async (order) => {
      const payout = await createPayout(settings, order);
      distrustRepeated('/withdraw', payout.ref, order.nonce);
      if (settings.gate) readable.add(payout.ref);
      return payout;
    },
    readPayout: (ref) =>
      readStatus(
        settings,
        { path: '/withdraw-status', ref, hasRoom: readable.delete(ref) },
        (body, unread) => toPayoutAnswer(body, settings.networks, unread),
      ),
    readMed: toMedNotice,
  };
}

/** The nonces of the latest orders, by their ids; each order may have an adapter of its own. */
const nonces = new Map<string, string>();
const MAX_KNOWN = 1_000;

/**
 * Whoever stores an order refuses an id that another one has. It may be the answer to that one, so
 * the connection is not used any more.
 */
function distrustRepeated(path: string, ref: string, nonce: string): void {
  const before = nonces.get(ref);
  if (before !== undefined && before !== nonce) leaveConnections(path);
  nonces.set(ref, nonce);
  const [oldest] = nonces.keys();
  if (oldest !== undefined && nonces.size > MAX_KNOWN) nonces.delete(oldest);
}

async function nonsense(settings: EulenSettings, path: string, body: unknown): Promise<never> {
  leaveConnections(path);
  await settings.onNonsense(path, body);
  throw unknownOutcome();
}

async function createCharge(settings: EulenSettings, order: ChargeOrder): Promise<Charge> {
  const { splitAddress } = settings;
  if (order.splitBasisPoints > 0 && splitAddress === undefined) {
    // Without a split address, the platform's share of the fee could not be collected.
    throw notConfigured();
  }
  const { body } = await callEulen(settings, {
    method: 'POST',
    path: '/deposit',
    nonce: order.nonce,
    body: {
      amountInCents: order.totalCents,
      endUserTaxNumber: order.payerTaxId,
      depixAddress: order.liquidAddress,
      ...(order.splitBasisPoints > 0 && {
        depixSplitAddress: splitAddress,
        splitFee: splitText(order.splitBasisPoints),
      }),
    },
  });
  const charge = toCharge(body);
  if (!charge || !asksFor(charge.pixQrCode, order)) return nonsense(settings, '/deposit', body);
  return charge;
}

/** Whether the text is a valid BR Code whose amount, if it has one, is the one ordered. */
function asksFor(pixQrCode: string, order: ChargeOrder): boolean {
  try {
    const { kind, amountCents } = parseBrCode(pixQrCode);
    // Only a dynamic code belongs to this charge; a static one takes payments that match nothing.
    return kind === 'dynamic' && (amountCents === null || amountCents === order.totalCents);
  } catch {
    return false;
  }
}

interface StatusCall {
  readonly path: string;
  readonly ref: string;
  readonly hasRoom?: boolean;
}

async function readStatus<Reading extends { readonly ref: string }>(
  settings: EulenSettings,
  { path, ref, hasRoom = false }: StatusCall,
  translate: (body: unknown, unread: string[]) => Reading | undefined,
): Promise<Reading | undefined> {
  const answer = await callEulen(settings, { method: 'GET', path, query: { id: ref }, hasRoom });
  if (answer.status === 404) {
    // The provider denies with a JSON object; an HTML page comes from a proxy in front of it.
    if (isObject(answer.body)) return undefined;
    throw unknownOutcome();
  }
  const unread: string[] = [];
  const reading = translate(answer.body, unread);
  if (reading?.ref !== ref) return nonsense(settings, path, answer.body);
  for (const field of unread) await settings.onUnread(path, field, answer.body);
  return reading;
}

/** The most rows in one answer; a full one may hide more. */
const LIST_CAP = 200;
/** During a burst, the sandbox makes more charges in one second than fit into one answer. */
const SMALLEST_WINDOW_MS = 10;

async function listCharges(
  settings: EulenSettings,
  from: Date,
  to: Date,
): Promise<ChargeListing[]> {
  const path = '/deposits';
  const query = { start: from.toISOString(), end: to.toISOString() };
  const { body } = await callEulen(settings, { method: 'GET', path, query });
  const listing = toChargeListing(body);
  if (!listing) return nonsense(settings, path, body);
  const middle = new Date(Math.floor((from.getTime() + to.getTime()) / 2));
  if (listing.length < LIST_CAP) return listing.rows;
  // The provider ignores the bounds or hides rows; either way its list proves nothing.
  if (to.getTime() - from.getTime() <= SMALLEST_WINDOW_MS) return nonsense(settings, path, body);
  const [early, late] = [
    await listCharges(settings, from, middle),
    await listCharges(settings, middle, to),
  ];
  return [...early, ...late];
}

async function createPayout(settings: EulenSettings, order: PayoutOrder): Promise<Payout> {
  const path = '/withdraw';
  const { body } = await callEulen(settings, {
    method: 'POST',
    path,
    nonce: order.nonce,
    followedBy: ['withdraw-status'],
    body: {
      pixKey: order.pixKey,
      payoutAmountInCents: order.payoutCents,
      taxNumber: order.ownerTaxId,
    },
  });
  const payout = toPayout(body, settings.networks);
  if (payout?.payoutCents !== order.payoutCents || !isFair(payout)) {
    return nonsense(settings, path, body);
  }
  const { ref, depositAddress, depositAmountCents } = payout;
  return { ref, depositAddress, depositAmountCents };
}

/** R$ 10.00 on top of the payout: more than any fee quoted so far. */
const MAX_FEE_CENTS = 1_000;

/** Anything sent beyond the payout is lost, and less than the payout is never paid out. */
function isFair({ depositAmountCents: charged, payoutCents: paid }: AgreedPayout): boolean {
  return charged >= paid && charged <= 2 * paid + MAX_FEE_CENTS;
}
