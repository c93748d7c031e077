import { listOf, type PageQuery } from './lists.ts';
import { type CallOptions, type Client, type Named, path } from './request.ts';

export interface WalletOrder {
  /** Optional with a descriptor. */
  readonly liquidAddress?: string;
  /** The private blinding key of the address: it can show what is there, and never spend it. */
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
  /** How its balance can be seen; `none`: only by its owner. */
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
