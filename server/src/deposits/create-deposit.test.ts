import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { ApiError } from '../errors.ts';
import { cents } from '../money.ts';
import { priceOrder } from './create-deposit.ts';

test('a fee that no longer covers the provider’s is the operator’s to mend, and is logged', async (t) => {
  const app = await testApp(t, { env: { PONTE_PROVIDER_DEPOSIT_FEE_CENTS: '150' } });
  const { environment } = await testEnvironment(app);
  const warnings: unknown[] = [];
  app.log.warn = (...entry: unknown[]) => void warnings.push(entry[0]);
  const price = (amount: number) =>
    priceOrder(app, environment, { amountCents: cents(amount), passFeesToPayer: true });
  assert.throws(
    () => price(200),
    (error: unknown) =>
      error instanceof ApiError &&
      error.code === 'invalid_amount' &&
      /cobre.*Fale com o operador/.test(error.text.pt) &&
      /cover.*Ask the operator/.test(error.text.en),
  );
  const fees = { environment: environment.id, feeCents: 103, providerFeeCents: 150 };
  assert.deepEqual(warnings, [fees]);
  // At a larger amount the percentage covers it.
  assert.equal(price(5_000).feeCents, 199);
  assert.equal(warnings.length, 1);
});
