import { listOf, type PageQuery } from './lists.ts';
import { type CallOptions, type Client, type Named, path } from './request.ts';

export interface WalletOrder {
  readonly liquidAddress: string;
  readonly label?: string;
  /** The first wallet is the default in any case. */
  readonly makeDefault?: boolean;
}

export interface Wallet {
  readonly id: string;
  readonly liquidAddress: string;
  readonly label: string;
  readonly isDefault: boolean;
  readonly createdAt: string;
}

export type Wallets = ReturnType<typeof openWallets>;

export function openWallets(client: Client) {
  const { call } = client;
  return {
    create: (order: WalletOrder, options?: CallOptions) =>
      call<Wallet>({ method: 'POST', path: '/v1/api/wallets', body: order }, options),
    list: (query?: PageQuery, options?: CallOptions) =>
      listOf<Wallet>(client, '/v1/api/wallets', query, options),
    delete: (wallet: Named, options?: CallOptions) =>
      call<void>({ method: 'DELETE', path: path`/v1/api/wallets/${wallet}` }, options),
  };
}
