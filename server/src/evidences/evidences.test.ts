import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { parse } from 'parse5';
import { openGateway } from '../../test/gateway.ts';
import { openEndpoint, openMerchant, STRANGER } from '../../test/merchant.ts';
import { openPerson } from '../../test/person.ts';
import { until } from '../../test/receiver.ts';
import { canonicalJson } from '../platform/json.ts';
import { maskOthers } from './mask-others.ts';

const gateway = await openGateway();
const HOSTILE = '<script>alert(1)</script>';

interface Bundle {
  depositId: string;
  parts: { name: string; content: unknown; sha256: string }[];
}

test('the evidence of a MED has the whole case, each part with its hash, and is safe as HTML', async () => {
  const merchant = await openMerchant(gateway);
  const person = await openPerson(gateway, { [merchant.accountId]: 'admin' });
  const endpoint = await openEndpoint(merchant);
  const { id } = await merchant.deposit();
  await merchant.command(`deposits/${String(id)}/pay`, { payerName: HOSTILE });
  await merchant.reaches(String(id), 'CONFIRMED');
  await merchant.command(`deposits/${String(id)}/med`);
  await merchant.reaches(String(id), 'REFUNDED');
  await until(() => endpoint.bodies().length >= 2);
  const path = `/accounts/${merchant.accountId}/test/alerts`;
  const [alert] = (await person.call('GET', path)).body['data'] as { id: string }[];
  const at = `${path}/${String(alert?.id)}/evidence`;

  const answer = await person.call('GET', `${at}?format=json`);
  assert.equal(answer.status, 200, answer.text);
  // The route wrote it, in the shape that is checked below.
  const bundle = JSON.parse(answer.text) as Bundle;
  assert.equal(bundle.depositId, id);
  const names = ['alert', 'charge', 'timeline', 'providerAnswers', 'deliveries'];
  assert.deepEqual(
    bundle.parts.map(({ name }) => name),
    names,
  );
  for (const { name, content, sha256 } of bundle.parts) {
    assert.equal(sha256, hash('sha256', canonicalJson(content)), name);
    assert.ok(JSON.stringify(content).length > 20, name);
  }
  const part = (name: string) => bundle.parts.find((one) => one.name === name)?.content;
  const timeline = part('timeline') as { at: string; what: string }[];
  const steps = timeline.map(({ what }) => what);
  assert.deepEqual(
    [steps[0], ...steps.slice(1).toSorted()],
    ['created', 'CONFIRMED', 'REFUNDED', 'reported as med'],
  );
  // The bank reports whole seconds, so its time may be just before the charge was made.
  const times = timeline.slice(1).map(({ at: then }) => then);
  assert.deepEqual(times, times.toSorted());
  const [sent] = part('deliveries') as { body: string; signature: string }[];
  assert.match(String(sent?.signature), /^sha256=[0-9a-f]{64}$/);
  assert.ok(endpoint.bodies().includes(String(sent?.body)));

  const page = await person.call('GET', at);
  assert.match(String(page.headers.get('content-type')), /^text\/html/);
  assert.match(String(page.headers.get('content-disposition')), /^attachment/);
  const faults: string[] = [];
  parse(page.text, { onParseError: ({ code }) => faults.push(code) });
  assert.deepEqual(faults, []);
  assert.ok(page.text.includes('alert(1)') && !page.text.includes(HOSTILE));
  for (const { sha256 } of bundle.parts) assert.ok(page.text.includes(sha256));
  const acts = await gateway.app.db`
    select from audit_entries where action = 'getEvidence' and subject = ${String(alert?.id)}`;
  assert.equal(acts.length, 2);
});

test('a tax id given as a number is recognized without its leading zeros', () => {
  const text = '{"a":1234567890,"b":98765432,"c":191000000,"d":-1114447773,"e":191000000181}';
  assert.deepEqual(maskOthers(text, ['00191000000', '00191000000181']), {
    a: '***.345.678-**',
    b: 98_765_432,
    c: 191_000_000,
    d: '***.144.477-**',
    e: 191_000_000_181,
  });
});

test('personal data in provider answers is masked, except for the parties of the case', () => {
  const known = ['12345678909'];
  const text = JSON.stringify({
    payerTaxNumber: '123.456.789-09',
    other: STRANGER,
    deep: [{ taxNumber: '11.222.333/0001-81', number: 11144477735 }],
    pixKey: '+5511987650321',
    email: 'a@b.example',
    qrId: '0123456789abcdef0123456789abcdef',
    valueInCents: 5_000,
  });
  assert.deepEqual(maskOthers(text, known), {
    payerTaxNumber: '123.456.789-09',
    other: '***.444.777-**',
    deep: [{ taxNumber: '**.222.333/****-**', number: '***.444.777-**' }],
    pixKey: '***',
    email: '***',
    qrId: '0123456789abcdef0123456789abcdef',
    valueInCents: 5_000,
  });
  assert.equal(maskOthers(`não é JSON ${STRANGER}`, known), 'não é JSON ***.444.777-**');
  assert.equal(maskOthers('', known), '');
});
