import { listOf, type PageQuery } from './lists.ts';
import { type CallOptions, type Client, type Named, path } from './request.ts';

export interface WalletOrder {
  /** May be left out with a descriptor. */
  readonly liquidAddress?: string;
  /** The private blinding key of the address: what is there can then be seen, never spent. */
  readonly blindingKey?: string;
  /** Each deposit then gets an address of its own. One that can spend is refused. */
  readonly descriptor?: string;
  readonly label?: string;
  /** The first wallet is the default in any case. */
  readonly makeDefault?: boolean;
}

export interface Wallet {
  readonly id: string;
  readonly liquidAddress: string;
  readonly label: string;
  readonly isDefault: boolean;
  /** By what its balance can be seen; `none`: by its owner alone. */
  readonly observability: 'address' | 'blinding_key' | 'descriptor' | 'none';
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
