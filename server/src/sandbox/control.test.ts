import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { pino } from 'pino';
import { openGateway } from '../../test/gateway.ts';
import { listen } from '../../test/listen.ts';
import { openMerchant } from '../../test/merchant.ts';
import { openReceiver, until } from '../../test/receiver.ts';
import { findDeposit } from '../deposits/store.ts';
import { ApiError } from '../errors.ts';
import { type DepositId, newId } from '../ids.ts';
import { cents } from '../money.ts';
import type { ChargeOrder, PixProvider } from '../provider/port.ts';
import { openSandboxControl } from './control.ts';
import { commandCharge } from './command-charge.ts';
import { rehearse } from './rehearse.ts';

test('a gateway restarted on another port receives the notices of its earlier charges', async (t) => {
  const gateway = await openGateway(t);
  const { app } = gateway;
  const merchant = await openMerchant(gateway);
  const made = await merchant.deposit();
  const { environment } = merchant;
  const deposit = await findDeposit(app, environment.id, made.id as DepositId);
  const place = await openReceiver(t);
  const settings = { ...(app.config.sandbox ?? assert.fail()), callbackUrl: place.url };
  // The control's first call to the sandbox is about a charge made before it was opened.
  const control = openSandboxControl(settings, app.log);
  const payment = {};
  await commandCharge(app, control, deposit ?? assert.fail(), { name: 'pay', payment });
  await until(() => place.received.length > 0);
});

test('a process that has run for more than a year is still authorized by the sandbox', async (t) => {
  const gateway = await openGateway(t);
  const { environment, ...merchant } = await openMerchant(gateway);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() - 400 * 86_400_000 });
  gateway.app.providerOf({ environmentId: environment.id, mode: 'test' });
  t.mock.timers.reset();
  assert.equal((await merchant.deposit()).status, 'PENDING');
});

test('with another secret than the sandbox has, an order leaves its key unused', async (t) => {
  const { app } = await openGateway(t);
  const settings = { ...(app.config.sandbox ?? assert.fail()), secret: 'another' };
  const control = openSandboxControl(settings, pino({ level: 'silent' }));
  const uncalled = { createCharge: () => assert.fail() } as unknown as PixProvider;
  const { createCharge } = rehearse(control, newId('env'))(uncalled);
  const order = { nonce: 'n', amountCents: cents(500), payerTaxId: '' } as ChargeOrder;
  await assert.rejects(createCharge(order), {
    outcome: 'not_executed',
    refusal: new ApiError('not_configured'),
  });
});

test('an operator reads in the log that the sandbox has another secret, or is away', async (t) => {
  const { app } = await openGateway(t);
  const settings = app.config.sandbox ?? assert.fail();
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) });
  for (const [changed, code, expected] of [
    [{ secret: 'another' }, 'not_configured', /the sandbox has another PONTE_SANDBOX_SECRET/],
    [
      { url: 'http://127.0.0.1:1' },
      'unavailable',
      /ECONNREFUSED.+the sandbox of PONTE_SANDBOX_URL does not answer/,
    ],
  ] as const) {
    const control = openSandboxControl({ ...settings, ...changed }, log);
    await assert.rejects(control.announce(newId('env')), { code });
    assert.match(lines.pop() ?? '', expected);
  }
});

test('a sandbox with a truncated or unreadable response counts as unavailable', async (t) => {
  const sandbox = createServer((request, response) => {
    if (request.url?.endsWith('/page')) response.end('<p>');
    else {
      response.writeHead(200, { 'content-length': '99' });
      response.write('{', () => response.destroy());
    }
  });
  t.after(() => sandbox.close());
  const port = await listen(sandbox);
  const settings = {
    ...{ url: `http://127.0.0.1:${String(port)}`, secret: 's', webhookSecret: 'w' },
    callbackUrl: 'http://127.0.0.1:1',
    receiptsUrl: 'http://127.0.0.1:1',
  };
  const control = openSandboxControl(settings, pino({ level: 'silent' }));
  for (const path of ['/books', '/page']) {
    await assert.rejects(control.call('GET', newId('env'), path), { code: 'unavailable' }, path);
  }
});
