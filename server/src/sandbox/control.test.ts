import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../../test/gateway.ts';
import { openMerchant } from '../../test/merchant.ts';
import { openReceiver, until } from '../../test/receiver.ts';
import { findDeposit } from '../deposits/store.ts';
import type { DepositId } from '../ids.ts';
import { openSandboxControl } from './control.ts';
import { driveCharge } from './drive-charge.ts';

test('a gateway that came back on another port hears of what its payers do', async (t) => {
  const gateway = await openGateway(t);
  const { app } = gateway;
  const merchant = await openMerchant(gateway);
  const made = await merchant.deposit();
  const { environment } = merchant;
  const deposit = await findDeposit(app, environment.id, made.id as DepositId);
  const place = await openReceiver(t);
  const settings = { ...(app.config.sandbox ?? assert.fail()), callbackUrl: place.url };
  // Its first word to the sandbox is about a charge that it made before.
  const control = openSandboxControl(settings);
  const payment = {};
  await driveCharge(app, control, deposit ?? assert.fail(), { action: 'pay', payment });
  await until(() => place.received.length > 0);
});
