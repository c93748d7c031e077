import { lockCaps } from '../api-keys/store.ts';
import type { Caps } from '../api-keys/api-key.ts';
import type { App } from '../app.ts';
import { ApiError, type ErrorCode } from '../errors.ts';
import type { Cents } from '../money.ts';
import { closeOrder, findOrder, openOrder, type OrderName, readDay } from './store.ts';

const FINGERPRINT = 'agent_orders.fingerprint';
const ANSWER = 'agent_orders.answer';

export interface Order extends OrderName {
  readonly amountCents: Cents;
  readonly tool: string;
  /** Tool and arguments: what makes two calls the same order. */
  readonly content: string;
}

/** The result of a call. */
export interface Result {
  readonly status: number;
  readonly body: string;
  readonly replayed: boolean;
}

/**
 * Makes a call whose amount counts against the key's caps. It is counted before it is made, across
 * all nodes; a refusal gives the amount back, an unknown outcome does not.
 * @throws ApiError insufficient_scope, invalid_amount, rate_limited, idempotency_mismatch
 */
export async function withinCaps(
  app: App,
  order: Order,
  call: () => Promise<Result>,
): Promise<Result> {
  const answer = await open(app, order);
  if (answer !== null) {
    await closeOrder(app.db, order, true);
    return { status: 201, body: app.vault.open(ANSWER, answer), replayed: true };
  }
  const result = await call();
  const isDone = result.status < 300;
  // Only a clear refusal was not carried out. With 5xx nobody knows, unless there was no provider
  // to call; nor does anybody while another call is in flight.
  const isOpen =
    result.status >= 500 ? !says(result, 'not_configured') : says(result, 'in_progress');
  await closeOrder(app.db, order, isDone || isOpen);
  return result;
}

function says({ body }: Result, code: ErrorCode): boolean {
  return body.includes(`"error":"${code}"`);
}

/** @returns the sealed answer of an order, if an older release has stored it */
async function open(app: App, order: Order): Promise<string | null> {
  const { environmentId, keyId, tool, content, amountCents } = order;
  return app.db.begin(async (tx) => {
    const key = await lockCaps(tx, environmentId, keyId);
    if (!key?.caps) throw new ApiError('insufficient_scope');
    const known = await findOrder(tx, order);
    const differs = known && !app.vault.isDigestOf(known.fingerprint, FINGERPRINT, content);
    // Whether an order counts is looked up by its tool, so a key is bound to its tool in any case.
    if (differs && (known.counts || (known.tool ?? tool) !== tool)) {
      throw new ApiError('idempotency_mismatch');
    }
    if (!known?.counts) refuseBeyondCaps(key.caps, amountCents, await readDay(tx, order));
    const fingerprint = app.vault.digest(FINGERPRINT, content);
    await openOrder(tx, order, { tool, fingerprint, amountCents }, known?.counts ?? false);
    return known?.counts ? known.answer : null;
  });
}

/** @throws ApiError invalid_amount above the cap per call, rate_limited above the cap per day */
function refuseBeyondCaps(
  { perCallCents, perDayCents }: Caps,
  amountCents: Cents,
  { orderedCents, secondsLeft }: { readonly orderedCents: Cents; readonly secondsLeft: number },
): void {
  if (amountCents > perCallCents) {
    const most = String(perCallCents);
    throw new ApiError('invalid_amount', {
      limitCents: perCallCents,
      text: {
        pt: `O valor passa do limite por chamada desta chave: ${most} centavos. Só uma pessoa da conta pode mudá-lo, no painel.`,
        en: `The amount is over this key's cap per call: ${most} cents. Only a person of the account can change it, in the dashboard.`,
      },
    });
  }
  if (orderedCents + amountCents <= perDayCents) return;
  const left = String(Math.max(0, perDayCents - orderedCents));
  throw new ApiError('rate_limited', {
    retryAfterSeconds: secondsLeft,
    text: {
      pt: `O valor passa do que resta do limite diário desta chave: ${left} centavos. O dia de São Paulo recomeça em Retry-After segundos; só uma pessoa da conta pode mudar o limite, no painel.`,
      en: `The amount is over what is left of this key's cap per day: ${left} cents. São Paulo's day begins again in Retry-After seconds; only a person of the account can change the cap, in the dashboard.`,
    },
  });
}
