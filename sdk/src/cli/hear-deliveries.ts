import { isPonteError, type Listener, type TakenDelivery } from '../index.ts';
import { pause } from '../patience.ts';
import type { Ponte } from './connect.ts';
import { forward, type Forwarded, isReachable } from './forward.ts';
import { CALL_MS, isFinal, type Opened } from './listener.ts';
import type { Printer } from './print.ts';
import type { Teller } from './tell-results.ts';

export interface Line {
  readonly ponte: Ponte;
  readonly printer: Printer;
  readonly to: URL;
  readonly teller: Teller;
  readonly signal: AbortSignal;
  /** Opens the listener, and prints what is new. */
  readonly open: () => Promise<Opened>;
  readonly show: (delivery: TakenDelivery, forwarded: Forwarded) => void;
}

/** How many deliveries the receiver gets at once. */
const AT_ONCE = 4;
const MAX_PAUSE_MS = 10_000;
const LOOK_MS = 500;
/** Not longer than the gateway holds back a response. */
const WAIT_SECONDS = 25;

/**
 * Fetches deliveries and forwards them until the signal is aborted. Waits out temporary failures;
 * throws those that only a person can resolve.
 */
export async function hearDeliveries(line: Line): Promise<void> {
  const { ponte, printer, signal } = line;
  const limits = { signal, timeoutMs: CALL_MS };
  const underWay = new Set<Promise<void>>();
  let listener: Listener | undefined;
  let isDown = false;
  let troubles = 0;
  const begin = (from: Listener, delivery: TakenDelivery): void => {
    const done = handOn(line, from, delivery).then((found) => {
      underWay.delete(done);
      isDown ||= found;
    });
    underWay.add(done);
  };
  while (!signal.aborted) {
    if (underWay.size === AT_ONCE) {
      await Promise.race(underWay);
      continue;
    }
    if (isDown) {
      // Nothing is fetched that would only fail: attempts would be used up while a receiver starts.
      await Promise.all(underWay);
      await waitForReceiver(line);
      isDown = false;
      continue;
    }
    try {
      listener ??= (await line.open()).listener;
      const askedAt = performance.now();
      const taking = { limit: AT_ONCE - underWay.size, waitSeconds: WAIT_SECONDS };
      const { data: taken } = await ponte.webhooks.listeners.takeDeliveries(
        listener,
        taking,
        limits,
      );
      if (troubles > 0) printer.note('connected', CONNECTED);
      troubles = 0;
      for (const delivery of taken) begin(listener, delivery);
      // A gateway that is stopping answers at once; so may a proxy that holds back no responses.
      if (taken.length === 0 && performance.now() - askedAt < LOOK_MS) await pause(LOOK_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      // Deleted, or disabled while this machine was asleep: opening it again tells which.
      if (listener && isGone(error)) listener = undefined;
      else if (isFinal(error)) throw error;
      else await waitOut(line, error, (troubles += 1));
    }
  }
}

function isGone(error: unknown): boolean {
  return isPonteError(error) && (error.code === 'not_found' || error.code === 'endpoint_disabled');
}

/** @returns whether nobody listens at the receiver's address */
async function handOn(line: Line, listener: Listener, delivery: TakenDelivery): Promise<boolean> {
  const forwarded = await forward(delivery, line.to, line.signal);
  if (!forwarded) return false;
  const { durationMs, responseStatus, responseBody, error, isDown } = forwarded;
  const outcome = { durationMs, responseStatus, responseBody, error };
  line.teller.tell(listener, { deliveryId: delivery.id, lease: delivery.lease, ...outcome });
  line.show(delivery, forwarded);
  return isDown;
}

async function waitForReceiver({ printer, to, signal }: Line): Promise<void> {
  if (await isReachable(to, signal)) return;
  const facts = { forwardTo: to.href };
  printer.note(
    'receiver_down',
    {
      pt: `Ninguém atende em ${to.host}; as entregas esperam por ele.`,
      en: `Nobody listens at ${to.host}; deliveries wait for it.`,
    },
    facts,
  );
  while (!signal.aborted && !(await isReachable(to, signal))) await pause(LOOK_MS, signal);
  if (!signal.aborted) printer.note('receiver_up', RECEIVER_UP, facts);
}

async function waitOut({ printer, signal }: Line, error: unknown, troubles: number): Promise<void> {
  const code = isPonteError(error) ? error.code : 'failed';
  if (troubles === 1) {
    const words = {
      pt: `O gateway não responde (${code}); tentando de novo. Nada se perde.`,
      en: `The gateway does not answer (${code}); trying again. Nothing is lost.`,
    };
    printer.note('reconnecting', words, { error: code });
  }
  const asked = (isPonteError(error) ? error.retryAfterMs : undefined) ?? 0;
  const most = Math.min(MAX_PAUSE_MS, LOOK_MS * 2 ** Math.min(troubles, 10));
  await pause(Math.max(asked, most * (0.5 + Math.random() / 2)), signal);
}

const CONNECTED = { pt: 'Conectado de novo.', en: 'Connected again.' };
const RECEIVER_UP = { pt: 'O receptor voltou.', en: 'The receiver is back.' };
