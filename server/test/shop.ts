import { randomBytes, randomUUID } from 'node:crypto';
import { address } from 'liquidjs-lib';
import { openAuthenticator } from '../src/api-keys/authenticate.ts';
import { guardRoutes } from '../src/api-keys/guard.ts';
import { openLimiter } from '../src/api-keys/rate-limit.ts';
import { updateEnvironment } from '../src/accounts/store.ts';
import type { App } from '../src/app.ts';
import { type DepositOrder, planDeposit } from '../src/deposits/create-deposit.ts';
import { registerDepositRoutes } from '../src/deposits/routes.ts';
import type { KeyedRequest } from '../src/idempotency/once.ts';
import { type EnvironmentId, newId } from '../src/ids.ts';
import { type Cents, cents } from '../src/money.ts';
import { openHttp, within } from '../src/platform/http.ts';
import type { Payout, PixProvider } from '../src/provider/port.ts';
import { registerWallet } from '../src/wallets/register-wallet.ts';
import { registerWithdrawalRoutes } from '../src/withdrawals/routes.ts';
import { NO_LIMIT, testApp, testEnvironment, type TestTenant } from './app.ts';
import { ADDRESS, DEPOSIT, WITHDRAWAL } from './merchant.ts';
import { checkAnswer } from './openapi.ts';

export interface Reply {
  readonly status: number;
  /** Undefined if the response is not a refusal. */
  readonly error: string | undefined;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface Shop extends TestTenant {
  /** A test replaces what its provider is to do differently. */
  readonly provider: PixProvider;
  /** How often a charge or payout was requested. */
  readonly calls: { charges: number; payouts: number };
  deposit(key: string, order?: object): Promise<Reply>;
  withdraw(key: string, order?: object): Promise<Reply>;
}

/** The two money routes without a port, with providers that are objects of the test. */
export async function openShops(): Promise<{ app: App; open: () => Promise<Shop> }> {
  const providers = new Map<EnvironmentId, PixProvider>();
  const app = await testApp(undefined, {
    providerOf: ({ environmentId }) => providers.get(environmentId),
  });
  const http = openHttp(app.log, (routes) => {
    within(routes, '/v1/api', (api) => {
      guardRoutes(api, openAuthenticator(app.db), openLimiter());
      registerDepositRoutes(api, app);
      registerWithdrawalRoutes(api, app);
    });
  });
  const open = async (): Promise<Shop> => {
    const tenant = await testEnvironment(app);
    await updateEnvironment(app.db, { ...tenant.environment, rates: NO_LIMIT });
    const wallet = { liquidAddress: ADDRESS.test, label: '', makeDefault: true };
    await registerWallet(app, tenant.environment, wallet);
    const calls = { charges: 0, payouts: 0 };
    const provider = countingProvider(calls);
    providers.set(tenant.environment.id, provider);
    const post = async (path: string, key: string, order: object): Promise<Reply> => {
      const { statusCode, body, headers } = await http.inject({
        method: 'POST',
        url: `/v1/api/${path}`,
        headers: {
          authorization: `Bearer ${tenant.key}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        payload: JSON.stringify(order),
      });
      const answer = { method: 'POST', path: `/v1/api/${path}`, headers, text: body };
      checkAnswer({ ...answer, status: statusCode });
      const error = /^\{"error":"([a-z_]+)"/.exec(body)?.[1];
      return { status: statusCode, error, text: body, headers };
    };
    return {
      ...tenant,
      provider,
      calls,
      deposit: (key, order = {}) => post('deposit', key, { ...DEPOSIT, ...order }),
      withdraw: (key, order = {}) => post('withdraw', key, { ...WITHDRAWAL, ...order }),
    };
  };
  return { app, open };
}

/** Makes the next charges wait until they are released one by one. */
export function holdCharges({ provider }: Shop): (() => void)[] {
  const waiting: (() => void)[] = [];
  const { createCharge } = provider;
  provider.createCharge = async (order) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return createCharge(order);
  };
  return waiting;
}

/** A deposit under the key `k`, as a request that has passed its route. */
export function keyedDeposit(app: App, { environment }: TestTenant): KeyedRequest {
  return {
    environment,
    key: 'k',
    content: 'the request',
    resourceId: newId('dep'),
    closed: undefined,
    plan: () => planDeposit(app, environment, DEPOSIT_ORDER),
  };
}

export const DEPOSIT_ORDER: DepositOrder = {
  amountCents: cents(DEPOSIT.amountCents),
  taxId: DEPOSIT.taxId,
  walletId: undefined,
  passFeesToPayer: true,
  externalId: null,
  paymentLinkId: null,
  fromPanel: false,
};

/** Does as it is asked, and counts. Each call creates a new charge: it is not idempotent. */
function countingProvider(calls: Shop['calls']): PixProvider {
  const payouts = new Map<string, Payout & { payoutCents: Cents }>();
  return {
    createCharge: async () => {
      calls.charges += 1;
      return { ref: newRef(), pixQrCode: 'a code' };
    },
    createPayout: async ({ payoutCents }) => {
      calls.payouts += 1;
      const depositAmountCents = cents(payoutCents + 100);
      const payout = { ref: newRef(), depositAddress: newAddress(), depositAmountCents };
      payouts.set(payout.ref, { ...payout, payoutCents });
      return payout;
    },
    readPayout: async (ref) => {
      const payout = payouts.get(ref);
      return payout && { ...payout, ...UNSENT, expiresAt: new Date(Date.now() + 86_400_000) };
    },
    readCharge: async () => undefined,
    listCharges: async () => [],
    readMed: () => undefined,
  };
}

const UNSENT = {
  status: 'unsent',
  blockchainTxId: undefined,
  pixEndToEndId: undefined,
  receiptUrl: undefined,
  raw: '{}',
} as const;

function newRef(): string {
  return randomUUID().replaceAll('-', '');
}

/** A testnet address whose script hash nobody has the key for. */
function newAddress(): string {
  return address.toBech32(randomBytes(20), 0, 'tex');
}
