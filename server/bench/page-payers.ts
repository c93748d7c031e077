import { randomUUID } from 'node:crypto';
import { createAccount } from '../src/accounts/create-account.ts';
import { listEnvironments } from '../src/accounts/store.ts';
import { requestCode } from '../src/checkouts/request-code.ts';
import { findCheckout, findLinkPage } from '../src/checkouts/store.ts';
import { findDeposit } from '../src/deposits/store.ts';
import { cents } from '../src/money.ts';
import type { OpenedApp } from '../src/open-app.ts';
import { createPaymentLink } from '../src/payment-links/create-payment-link.ts';
import { registerWallet } from '../src/wallets/register-wallet.ts';

/** People who each have a code on a link of one shop. */
export interface Payers {
  readonly paths: readonly string[];
  /** Pays what the page at this path asks for. */
  pay(path: string): Promise<void>;
  /** When the database committed each payment that is known by now, by the page's path. */
  committedAt(): Promise<Map<string, number>>;
}

/** A test address from the vectors in `server/test`; nothing is ever sent anywhere. */
const ADDRESS = 'tex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz938x643';
/** Fewer than may wait on one link at once. */
const PER_LINK = 25;

export async function openPayers(app: OpenedApp, count: number): Promise<Payers> {
  const { db, sandbox } = app;
  const { accountId } = await createAccount(db, 'pages@localhost');
  const environments = await listEnvironments(db, accountId);
  const environment = environments.find(({ mode }) => mode === 'test');
  if (!environment || !sandbox) throw new Error('there is no test mode');
  const wallet = { liquidAddress: ADDRESS, label: '', makeDefault: true };
  await registerWallet(app, environment, wallet);
  const codes = new Map<string, { depositId: string; providerRef: string }>();
  let slug = '';
  for (let payer = 0; payer < count; payer += 1) {
    if (payer % PER_LINK === 0) {
      const order = { title: 'Aula', description: '', amountCents: cents(5_000) };
      ({ slug } = (await createPaymentLink(app, environment.id, order)).link);
    }
    const token = await order(app, slug, `10.0.0.${String(payer)}`);
    const found = await findCheckout(db, slug, token);
    const deposit = found && (await findDeposit(app, environment.id, found.checkout.depositId));
    if (!deposit) throw new Error('a payer got no code');
    const { id: depositId, providerRef } = deposit;
    codes.set(`/pay/${slug}/${token}`, { depositId, providerRef });
  }
  return {
    paths: [...codes.keys()],
    pay: async (path) => {
      const ref = codes.get(path)?.providerRef ?? '';
      await sandbox.call('POST', environment.id, `/charges/${ref}/pay`, {});
    },
    committedAt: async () => {
      const rows = await db<{ resourceId: string; at: number }>`
        select resource_id, extract(epoch from pg_xact_commit_timestamp(xmin))::float8 * 1000 as at
        from transitions
        where environment_id = ${environment.id} and to_status = 'CONFIRMED'`;
      const times = new Map(rows.map(({ resourceId, at }) => [resourceId, at]));
      return new Map(
        [...codes].flatMap(([path, { depositId }]) => {
          const at = times.get(depositId);
          return at === undefined ? [] : [[path, at] as const];
        }),
      );
    },
  };
}

async function order(app: OpenedApp, slug: string, network: string): Promise<string> {
  const link = await findLinkPage(app.db, slug);
  if (!link) throw new Error('the link is gone');
  const wanted = { amountCents: cents(5_000), taxId: '12345678909' };
  const answer = await requestCode(app, link, wanted, { attempt: randomUUID(), network });
  if (answer.kind !== 'page') throw new Error(`a payer got the answer ${answer.kind}`);
  return answer.token;
}
