import { PonteError } from './errors.ts';
import { type CallOptions, type Client, demandKey } from './request.ts';

export interface OrderOptions extends CallOptions {
  /**
   * A name of your own for this one order, the same after a restart: its number in your books will
   * do. Without it the call makes one.
   */
  readonly idempotencyKey?: string | undefined;
  /**
   * Asks for one more try under a new key when the key is spent (`previous_error`). It is told the
   * new key, and awaited, before anything leaves.
   */
  readonly renewKey?: ((key: string) => void | Promise<void>) | undefined;
}

/**
 * An order and its key, before anything has left. Store both, then `send`. After a crash, an intent
 * of the same two sends it again, and it is carried out once.
 */
export interface Intent<Order, Made> {
  readonly key: string;
  readonly order: Order;
  send(options?: Omit<OrderOptions, 'idempotencyKey'>): Promise<Made>;
}

/** @throws TypeError for a key that would not arrive as it is */
export function intentOf<Order extends object, Made>(
  { call }: Client,
  path: string,
  order: Order,
  key: string = crypto.randomUUID(),
): Intent<Order, Made> {
  demandKey(key);
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

/** A maintenance page is JSON too, and so is what another server says at a wrong address. */
export function hasText(body: unknown, name: string): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' && value !== '';
}
