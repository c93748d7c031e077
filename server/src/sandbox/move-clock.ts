import type { App } from '../app.ts';
import { putClockForward, readClock } from '../accounts/store.ts';
import { HOUR_MS } from '../durations.ts';
import { ApiError } from '../errors.ts';
import { expediteOrphans } from '../idempotency/orphan.ts';
import type { EnvironmentId } from '../ids.ts';
import { expediteLooks } from '../queues/store.ts';
import { requestSweep } from '../reconciliation/store.ts';
import { expediteDeliveries } from '../webhooks/delivery-store.ts';
import { ageFailures } from '../webhooks/store.ts';
import { type ClockReading, type Due, MAX_AHEAD_MS } from './clock.ts';
import type { SandboxControl } from './control.ts';
import { writeDuration } from './duration.ts';

/**
 * Moves an environment's clock forward, here and at its provider. The provider goes first: looks
 * that become due by moving ours must find its clock moved, too. It can be repeated after any
 * failure, and concurrent calls each count from where the other left the clock.
 * @throws ApiError invalid_request if that is too far, unavailable if the sandbox cannot be reached
 */
export async function moveClock(
  app: App,
  control: SandboxControl,
  environmentId: EnvironmentId,
  forwardMs: number,
): Promise<ClockReading & { readonly due: Due }> {
  for (;;) {
    const { offsetMs } = await readClock(app.db, environmentId);
    const atLeastMs = offsetMs + forwardMs;
    if (atLeastMs > MAX_AHEAD_MS) throw tooFar(MAX_AHEAD_MS - offsetMs);
    await control.call('POST', environmentId, '/clock', { atLeastMs });
    const moved = await commitMove(app, environmentId, offsetMs, forwardMs);
    if (moved) return moved;
  }
}

/** How far back before the move the books are compared. */
const COMPARED_MS = 2 * HOUR_MS;

/** Business time uses the offset; waiting times on the database's clock are shortened. */
function commitMove(
  app: App,
  environmentId: EnvironmentId,
  fromMs: number,
  forwardMs: number,
): Promise<(ClockReading & { readonly due: Due }) | undefined> {
  return app.db.begin(async (tx) => {
    const toMs = fromMs + forwardMs;
    const now = await putClockForward(tx, environmentId, fromMs, toMs);
    if (!now) return undefined;
    const due = {
      deposits: await expediteLooks(tx, 'deposits', environmentId, forwardMs),
      withdrawals: await expediteLooks(tx, 'withdrawals', environmentId, forwardMs),
      deliveries: await expediteDeliveries(tx, environmentId, forwardMs),
    };
    await expediteOrphans(tx, environmentId, forwardMs);
    // What a lost answer left behind is found by reconciliation, which otherwise waits for minutes,
    // too. It was created before the move.
    await requestSweep(tx, environmentId, COMPARED_MS + forwardMs);
    await ageFailures(tx, environmentId, forwardMs);
    return { now, offsetMs: toMs, due };
  });
}

function tooFar(leftMs: number): ApiError {
  const left = writeDuration(leftMs);
  return new ApiError('invalid_request', {
    text: {
      pt: `O relógio de um ambiente de teste avança no máximo 400 dias ao todo. Ainda cabem ${left}.`,
      en: `The clock of a test environment can move 400 days forward in total, of which ${left} is left.`,
    },
  });
}
