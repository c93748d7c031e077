import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { openPage } from '../../test/follow-page.ts';
import { openGateway } from '../../test/gateway.ts';
import { openMerchant } from '../../test/merchant.ts';

const gateway = await openGateway();
const { url } = gateway;
const merchant = await openMerchant(gateway);

test('a page leads nowhere but to itself, whatever address or host it was asked by', async () => {
  const page = await openPage(gateway, merchant);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const { hostname, port } = new URL(url);
  const path = `http://evil.example${page.path}?lang=en`;
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  request({ hostname, port, path, headers }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    answer.on('end', () => resolve(text));
  })
    .on('error', reject)
    .end();
  const text = await promise;
  assert.match(text, new RegExp(`href="${page.path}\\?lang=pt"`));
  assert.doesNotMatch(text, /evil/);
  const back = `${url}${page.path}?lang=en%0d%0aset-cookie:a=b`;
  const answer = await fetch(back, { method: 'POST', redirect: 'manual' });
  assert.equal(answer.headers.get('location'), page.path);
  assert.equal(answer.headers.get('set-cookie'), null);
});
