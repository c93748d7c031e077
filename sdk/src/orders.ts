import { PonteError } from './errors.ts';
import { assertKey, type CallOptions, type Client } from './request.ts';

export interface OrderOptions extends CallOptions {
  /**
   * A name of your own for this one order, the same after a restart, such as its number in your
   * books. By default, the call generates one.
   */
  readonly idempotencyKey?: string | undefined;
  /**
   * Allows one more attempt under a new key if the key is spent (`previous_error`). Called with the
   * new key, and awaited, before anything is sent.
   */
  readonly renewKey?: ((key: string) => void | Promise<void>) | undefined;
}

/**
 * An order and its key, before anything is sent. Store both, then `send`. After a crash, an intent
 * with the same two sends it again, and it is carried out once.
 */
export interface Intent<Order, Made> {
  readonly key: string;
  readonly order: Order;
  send(options?: Omit<OrderOptions, 'idempotencyKey'>): Promise<Made>;
}

/** @throws TypeError for a key that would not arrive unchanged */
export function intentOf<Order extends object, Made>(
  { call }: Client,
  path: string,
  order: Order,
  key: string = crypto.randomUUID(),
): Intent<Order, Made> {
  assertKey(key);
  const post = (idempotencyKey: string, options?: CallOptions): Promise<Made> =>
    call({ method: 'POST', path, body: order, idempotencyKey, isAnswer: isMade }, options);
  return {
    key,
    order,
    send: async ({ renewKey, ...options } = {}) => {
      try {
        return await post(key, options);
      } catch (error) {
        const isSpent = error instanceof PonteError && error.code === 'previous_error';
        if (!renewKey || !isSpent) throw error;
        const newKey = crypto.randomUUID();
        await renewKey(newKey);
        return post(newKey, options);
      }
    },
  };
}

/** A repeated key gets the first response. */
export function isMade(status: number, body: unknown): boolean {
  return status === 201 && hasText(body, 'id');
}

export function hasStatus(_status: number, body: unknown): boolean {
  return hasText(body, 'status');
}

/** A maintenance page may be JSON, too, and so may the answer of another server. */
function hasText(body: unknown, name: string): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' && value !== '';
}
