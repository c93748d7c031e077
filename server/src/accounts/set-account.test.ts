import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from '../../test/app.ts';
import { cents } from '../money.ts';
import { createAccount } from './create-account.ts';
import { depositFeeProblem } from './environment.ts';
import { setAccount } from './set-account.ts';
import { listEnvironments } from './store.ts';

const { db } = await testApp();
const PROVIDER_FEE = cents(99);
let accounts = 0;

async function newAccount(): Promise<string> {
  accounts += 1;
  return (await createAccount(db, `a${String(accounts)}@example.com`)).accountId;
}

const set = (id: string, settings: Parameters<typeof setAccount>[3], mode?: 'test' | 'live') =>
  db.begin((tx) => setAccount(tx, id, mode, settings, PROVIDER_FEE));

const feesOf = async (id: string) =>
  Object.fromEntries((await listEnvironments(db, id)).map(({ mode, fees }) => [mode, fees]));

test('a new account has the default fees and rates and both switches on, in both modes', async () => {
  for (const environment of await listEnvironments(db, await newAccount())) {
    assert.deepEqual(environment.fees, {
      deposit: { percentBasisPoints: 200, fixedCents: 99 },
      withdrawal: { percentBasisPoints: 0, fixedCents: 0 },
    });
    assert.deepEqual([environment.depositsEnabled, environment.withdrawalsEnabled], [true, true]);
    assert.deepEqual(environment.rates, {
      read: { perSecond: 100, burst: 200 },
      money: { perSecond: 20, burst: 40 },
    });
  }
});

test('without a mode, both environments change', async () => {
  const id = await newAccount();
  await set(id, { depositFeeBasisPoints: 150, withdrawalsEnabled: false });
  for (const { fees, withdrawalsEnabled } of await listEnvironments(db, id)) {
    assert.deepEqual([fees.deposit.percentBasisPoints, withdrawalsEnabled], [150, false]);
  }
});

test('with a mode, the other environment stays unchanged', async () => {
  for (const mode of ['test', 'live'] as const) {
    const id = await newAccount();
    const before = await listEnvironments(db, id);
    await set(id, { depositFeeBasisPoints: 150, depositsEnabled: false, readRate: 7 }, mode);
    const after = await listEnvironments(db, id);
    const others = (environments: typeof before) =>
      environments.filter((environment) => environment.mode !== mode);
    assert.deepEqual(others(after), others(before));
    const changed = after.find((environment) => environment.mode === mode);
    assert.equal(changed?.depositsEnabled, false);
  }
});

test('settings that are not given stay unchanged', async () => {
  const id = await newAccount();
  await set(id, { depositFeeBasisPoints: 100, moneyRate: 5 });
  await set(id, { depositFeeFixedCents: 120, depositsEnabled: false }, 'live');
  const fees = await feesOf(id);
  assert.deepEqual(fees['test']?.deposit, { percentBasisPoints: 100, fixedCents: 99 });
  assert.deepEqual(fees['live']?.deposit, { percentBasisPoints: 100, fixedCents: 120 });
  const environments = await listEnvironments(db, id);
  assert.deepEqual(
    environments.map(({ depositsEnabled }) => depositsEnabled),
    [true, false],
  );
  assert.deepEqual(
    environments.map(({ rates }) => rates.money.perSecond),
    [5, 5],
  );
});

test('a fee schedule that does not cover the provider or leaves the wallet nothing is refused, with the reason', async () => {
  const problem = (percentBasisPoints: number, fixed: number) =>
    depositFeeProblem({ percentBasisPoints, fixedCents: cents(fixed) }, PROVIDER_FEE)?.en;
  assert.equal(problem(0, 99), undefined);
  assert.match(problem(0, 98) ?? '', /98 cents and not cover the provider's 99/);
  assert.equal(problem(0, 199), undefined);
  assert.match(problem(50, 199) ?? '', /200 cents and leave the wallet nothing/);

  const id = await newAccount();
  const before = await feesOf(id);
  const refused = set(id, { depositFeeBasisPoints: 0, depositFeeFixedCents: 0 });
  await assert.rejects(refused, /deposit fee refused: .*not cover/);
  assert.deepEqual(await feesOf(id), before);
});

test('a withdrawal fee can be set in test, and is refused in live with the reason', async () => {
  const id = await newAccount();
  const fee = { withdrawalFeeBasisPoints: 100, withdrawalFeeFixedCents: 50 };
  await assert.rejects(set(id, fee, 'live'), /live withdrawal fee is refused: .*no split/);
  await set(id, fee);
  const fees = await feesOf(id);
  assert.deepEqual(fees['test']?.withdrawal, { percentBasisPoints: 100, fixedCents: 50 });
  assert.deepEqual(fees['live']?.withdrawal, { percentBasisPoints: 0, fixedCents: 0 });
  await set(id, { withdrawalFeeBasisPoints: 0, withdrawalFeeFixedCents: 0 }, 'live');
});

test('shop details are set and cleared one by one, for both modes at once', async () => {
  const id = await newAccount();
  const shopOf = async (settings: Parameters<typeof setAccount>[3], mode?: 'test' | 'live') => {
    const { name, contact, website } = await set(id, settings, mode);
    return [name, contact, website];
  };
  assert.deepEqual(await shopOf({}), [null, null, null]);
  assert.deepEqual(await shopOf({ name: '  Aulas da Ana ' }), ['Aulas da Ana', null, null]);
  const website = 'https://user.example/a?b=c';
  assert.deepEqual(await shopOf({ website, contact: 'ana@example.com' }, 'test'), [
    'Aulas da Ana',
    'ana@example.com',
    website,
  ]);
  assert.deepEqual(await shopOf({ contact: ' ' }, 'live'), ['Aulas da Ana', null, website]);
  // Settings and shop texts are set together or not at all.
  await assert.rejects(shopOf({ readRate: 3, website: 'ana' }));
  await assert.rejects(shopOf({ name: 'Another', depositFeeFixedCents: 0 }), /not cover/);
  assert.deepEqual(await shopOf({}), ['Aulas da Ana', null, website]);
  assert.equal((await listEnvironments(db, id))[0]?.rates.read.perSecond, 100);
});

test('a name given at creation is validated like a later one', async () => {
  const { name } = await createAccount(db, 'loja@example.com', ' Loja 🛍️ ');
  assert.equal(name, 'Loja 🛍️');
  await assert.rejects(createAccount(db, 'loja2@example.com', 'a\nb'), /name must be one line/);
  assert.equal((await createAccount(db, 'loja2@example.com', '')).name, null);
});

test('an unknown account is refused', async () => {
  await assert.rejects(set('acc_01jd0000000000000000000000', {}), /no such account/);
});

test('an e-mail address has one account, regardless of case, and an invalid one has none', async () => {
  await createAccount(db, 'Maria@example.com');
  await assert.rejects(createAccount(db, 'maria@EXAMPLE.com'), /already has an account/);
  for (const address of ['', 'maria', 'a b@example.com', '@example.com', 'a@', 'a@b@c', 'a,b@c']) {
    await assert.rejects(createAccount(db, address), /not an e-mail address/);
  }
});
