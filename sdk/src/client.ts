import { type AccountFees, type Balance, openBalance, openFees } from './accounts.ts';
import { type Deliveries, openDeliveries } from './deliveries.ts';
import { type Deposits, openDeposits } from './deposits.ts';
import { type Endpoints, openEndpoints } from './endpoints.ts';
import { type Events, openEvents } from './events.ts';
import { type Health, openHealth } from './health.ts';
import { type Links, openLinks } from './links.ts';
import { type Listeners, openListeners } from './listeners.ts';
import type { PonteOptions } from './options.ts';
import type { Client, Send } from './request.ts';
import { openReconciliations, type Reconciliations } from './reconciliations.ts';
import { openRequests, type Requests } from './requests.ts';
import { type Reversals, openReversals } from './reversals.ts';
import { type Sandbox, openSandbox } from './sandbox.ts';
import { type Transactions, openTransactions } from './transactions.ts';
import { openTransport } from './transport.ts';
import { type Wallets, openWallets } from './wallets.ts';
import { type Withdrawals, openWithdrawals } from './withdrawals.ts';

export interface Ponte {
  readonly deposits: Deposits;
  readonly withdrawals: Withdrawals;
  readonly wallets: Wallets;
  readonly links: Links;
  readonly webhooks: {
    readonly endpoints: Endpoints;
    readonly deliveries: Deliveries;
    readonly listeners: Listeners;
  };
  readonly events: Events;
  readonly transactions: Transactions;
  readonly reversals: Reversals;
  readonly reconciliations: Reconciliations;
  readonly requests: Requests;
  readonly balance: Balance;
  readonly fees: AccountFees;
  /** Plays the payer and the provider in test mode; live keys get 404. */
  readonly sandbox: Sandbox;
  readonly health: Health;
  /** Calls any other route, with the same rules. */
  readonly request: Send;
}

/**
 * A client of the gateway with one API key. Keep the key on a server: it is a secret.
 * @throws TypeError or RangeError when the address, the key or a time could never work
 */
export function createPonte(options: PonteOptions): Ponte {
  const request = openTransport(options);
  const client: Client = {
    request,
    call: async <Body>(...args: Parameters<typeof request>) => (await request<Body>(...args)).body,
    language: options.language ?? 'pt',
  };
  return {
    deposits: openDeposits(client),
    withdrawals: openWithdrawals(client),
    wallets: openWallets(client),
    links: openLinks(client),
    webhooks: {
      endpoints: openEndpoints(client),
      deliveries: openDeliveries(client),
      listeners: openListeners(client),
    },
    events: openEvents(client),
    transactions: openTransactions(client),
    reversals: openReversals(client),
    reconciliations: openReconciliations(client),
    requests: openRequests(client),
    balance: openBalance(client),
    fees: openFees(client),
    sandbox: openSandbox(client),
    health: openHealth(client),
    request,
  };
}
