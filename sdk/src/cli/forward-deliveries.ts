import { isPonteError, type Listener, type TakenDelivery } from '../index.ts';
import { pause } from '../timeouts.ts';
import { ATTEMPT_MS, type Ponte } from './connect.ts';
import { forward, type Forwarded, isReachable } from './forward.ts';
import { isFinal, type Opened } from './listener.ts';
import type { Printer } from './print.ts';
import type { ResultReporter } from './report-results.ts';

export interface Forwarding {
  readonly ponte: Ponte;
  readonly printer: Printer;
  readonly to: URL;
  readonly reporter: ResultReporter;
  readonly signal: AbortSignal;
  /** Opens the listener, and prints what is new. */
  readonly open: () => Promise<Opened>;
  readonly show: (delivery: TakenDelivery, forwarded: Forwarded) => void;
}

/** How many deliveries the receiver gets at once. */
const MAX_IN_FLIGHT = 4;
const MAX_PAUSE_MS = 10_000;
const RETRY_MS = 500;
/** Not longer than the gateway holds back a response. */
const WAIT_SECONDS = 25;

/**
 * Fetches deliveries and forwards them until the signal is aborted. Waits out temporary failures;
 * throws those that only a person can resolve.
 */
export async function forwardDeliveries(forwarding: Forwarding): Promise<void> {
  const { ponte, printer, signal } = forwarding;
  const limits = { signal, timeoutMs: ATTEMPT_MS };
  const inFlight = new Set<Promise<void>>();
  let listener: Listener | undefined;
  let isDown = false;
  let troubles = 0;
  const begin = (from: Listener, delivery: TakenDelivery): void => {
    const done = forwardOne(forwarding, from, delivery).then((found) => {
      inFlight.delete(done);
      isDown ||= found;
    });
    inFlight.add(done);
  };
  while (!signal.aborted) {
    if (inFlight.size === MAX_IN_FLIGHT) {
      await Promise.race(inFlight);
      continue;
    }
    if (isDown) {
      // Nothing is fetched that would only fail: attempts would be used up while a receiver starts.
      await Promise.all(inFlight);
      await waitForReceiver(forwarding);
      isDown = false;
      continue;
    }
    try {
      listener ??= (await forwarding.open()).listener;
      const askedAt = performance.now();
      const taking = { limit: MAX_IN_FLIGHT - inFlight.size, waitSeconds: WAIT_SECONDS };
      const { data: taken } = await ponte.webhooks.listeners.takeDeliveries(
        listener,
        taking,
        limits,
      );
      if (troubles > 0) printer.note('connected', CONNECTED);
      troubles = 0;
      for (const delivery of taken) begin(listener, delivery);
      // A gateway that is stopping answers at once; so may a proxy that holds back no responses.
      if (taken.length === 0 && performance.now() - askedAt < RETRY_MS)
        await pause(RETRY_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      // Deleted, or disabled while this machine was asleep: opening it again tells which.
      if (listener && isGone(error)) listener = undefined;
      else if (isFinal(error)) throw error;
      else await waitOut(forwarding, error, (troubles += 1));
    }
  }
}

function isGone(error: unknown): boolean {
  return isPonteError(error) && (error.code === 'not_found' || error.code === 'endpoint_disabled');
}

/** @returns whether nobody listens at the receiver's address */
async function forwardOne(
  forwarding: Forwarding,
  listener: Listener,
  delivery: TakenDelivery,
): Promise<boolean> {
  const forwarded = await forward(delivery, forwarding.to, forwarding.signal);
  if (!forwarded) return false;
  const { durationMs, responseStatus, responseBody, error, isDown } = forwarded;
  const outcome = { durationMs, responseStatus, responseBody, error };
  forwarding.reporter.report(listener, {
    deliveryId: delivery.id,
    lease: delivery.lease,
    ...outcome,
  });
  forwarding.show(delivery, forwarded);
  return isDown;
}

async function waitForReceiver({ printer, to, signal }: Forwarding): Promise<void> {
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
  while (!signal.aborted && !(await isReachable(to, signal))) await pause(RETRY_MS, signal);
  if (!signal.aborted) printer.note('receiver_up', RECEIVER_UP, facts);
}

async function waitOut(
  { printer, signal }: Forwarding,
  error: unknown,
  troubles: number,
): Promise<void> {
  const code = isPonteError(error) ? error.code : 'failed';
  if (troubles === 1) {
    const words = {
      pt: `O gateway não responde (${code}); tentando de novo. Nada se perde.`,
      en: `The gateway does not answer (${code}); trying again. Nothing is lost.`,
    };
    printer.note('reconnecting', words, { error: code });
  }
  const retryAfterMs = (isPonteError(error) ? error.retryAfterMs : undefined) ?? 0;
  const most = Math.min(MAX_PAUSE_MS, RETRY_MS * 2 ** Math.min(troubles, 10));
  await pause(Math.max(retryAfterMs, most * (0.5 + Math.random() / 2)), signal);
}

const CONNECTED = { pt: 'Conectado de novo.', en: 'Connected again.' };
const RECEIVER_UP = { pt: 'O receptor voltou.', en: 'The receiver is back.' };
