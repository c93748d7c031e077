import { listOf, type PageQuery } from './lists.ts';
import { isMade } from './orders.ts';
import { assertKey, type CallOptions, type Client, type Named, path } from './request.ts';

export interface PaymentLinkOrder {
  readonly title: string;
  readonly description?: string;
  /** 200 to 600000 cents; if absent, the payer chooses. */
  readonly amountCents?: number;
}

export interface PaymentLinkChange {
  readonly active?: boolean;
  readonly title?: string;
  readonly description?: string;
}

export interface PaymentLink {
  readonly id: string;
  readonly slug: string;
  /** The page to send payers to. */
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly amountCents: number | null;
  readonly active: boolean;
  readonly paymentsCount: number;
  readonly receivedCents: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface NewLinkOptions extends CallOptions {
  /**
   * A name of your own for this link: the same order again returns the existing link, as long as it
   * exists. Without it, a call whose answer was lost is not retried.
   */
  readonly idempotencyKey?: string | undefined;
}

export type Links = ReturnType<typeof openLinks>;

export function openLinks(client: Client) {
  const { call } = client;
  return {
    /** @throws TypeError for a key that would not arrive unchanged */
    create: async (
      order: PaymentLinkOrder,
      { idempotencyKey, ...options }: NewLinkOptions = {},
    ): Promise<PaymentLink> => {
      if (idempotencyKey !== undefined) assertKey(idempotencyKey);
      const to = { method: 'POST', path: '/v1/api/payment-links', body: order } as const;
      return call({ ...to, idempotencyKey, isAnswer: isMade }, options);
    },
    list: (query?: PageQuery, options?: CallOptions) =>
      listOf<PaymentLink>(client, '/v1/api/payment-links', query, options),
    update: (link: Named, change: PaymentLinkChange, options?: CallOptions) =>
      call<PaymentLink>(
        { method: 'PATCH', path: path`/v1/api/payment-links/${link}`, body: change },
        options,
      ),
    delete: (link: Named, options?: CallOptions) =>
      call<void>({ method: 'DELETE', path: path`/v1/api/payment-links/${link}` }, options),
  };
}
