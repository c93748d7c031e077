import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../ids.ts';
import { cents } from '../money.ts';
import type { Mail, PersonalFacts, PersonalMail } from './mail.ts';
import { writeLetter } from './write-letter.ts';

const URL_OF_US = 'https://pay.example';
const SECRET = 'x'.repeat(43);
const AT = '2026-11-21T02:59:00.000Z';

const place = { accountId: newId('acc'), accountName: 'Loja da Ana', mode: 'test' } as const;

const FACTS: { readonly [Kind in keyof PersonalFacts]: readonly PersonalFacts[Kind][] } = {
  confirm_email: [{ token: SECRET }, { token: SECRET, invitation: SECRET }],
  account_exists: [{}],
  password_reset: [{ token: SECRET }],
  password_changed: [{ at: AT }],
  sign_in_changed: [
    { at: AT, change: 'totp_added' },
    { at: AT, change: 'totp_removed' },
    { at: AT, change: 'passkey_added' },
    { at: AT, change: 'passkey_removed' },
  ],
  invitation: [
    { token: SECRET, accountName: 'Loja', invitedBy: 'ana@loja.example', role: 'viewer' },
    { token: SECRET, accountName: null, invitedBy: 'ana@loja.example', role: 'owner' },
  ],
  key_created: [{ ...place, keyName: 'erp', lastFour: 'a1B2', by: 'ana@loja.example', at: AT }],
  wallet_changed: [
    { ...place, change: 'added', label: 'Cofre', isDefault: true, at: AT },
    { ...place, change: 'deleted', label: '', isDefault: false, at: AT },
  ],
  reversal: [
    { ...place, tipo: 'estorno', amountCents: cents(1_234_56), deadline: null },
    { ...place, tipo: 'med', amountCents: cents(500), deadline: AT },
    { ...place, tipo: 'med', amountCents: cents(500), deadline: null },
    { ...place, tipo: 'med', isDisputed: false, amountCents: cents(500), deadline: null },
  ],
  withdrawal_requested: [
    {
      ...place,
      requestId: newId('wrq'),
      amountCents: cents(12_470),
      keyName: 'Assistente',
      expiresAt: AT,
    },
  ],
  withdrawal_ended: [
    { ...place, withdrawalId: newId('wdr'), outcome: 'completed', amountCents: cents(12_470) },
    { ...place, withdrawalId: newId('wdr'), outcome: 'failed', amountCents: cents(12_470) },
  ],
};

function everyMail(): PersonalMail[] {
  return Object.entries(FACTS).flatMap(([kind, list]) =>
    (['pt', 'en'] as const).flatMap((language) =>
      // The table above pairs each kind with its own facts.
      list.map((facts) => ({ recipient: 'a@b.example', language, kind, subject: '', facts })),
    ),
  ) as PersonalMail[];
}

test('every mail has the same content as text and HTML, in short lines, with one link to us', () => {
  for (const mail of everyMail()) {
    const { subject, text, html } = writeLetter(mail, URL_OF_US);
    assert.ok(subject.length < 120 && !/[\r\n]/.test(subject), subject);
    assert.ok(!/undefined|null|\[object|NaN/.test(subject + text + html), text);
    assert.ok(Math.max(...text.split('\n').map((line) => line.length)) < 160, text);
    const links = new Set([...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link));
    assert.equal(links.size, 1, html);
    for (const link of links) {
      assert.ok(link?.startsWith(`${URL_OF_US}/app/`), link);
      assert.ok(text.includes(String(link)), text);
    }
    const words = text.replaceAll(/\s+/g, ' ').split('--')[0] ?? '';
    const shown = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    for (const sentence of words.split('. ')) {
      const start =
        sentence
          .split(/https?:/)[0]
          ?.trim()
          .slice(0, 60) ?? '';
      if (!start.includes('&') && !start.endsWith(':')) {
        assert.ok(shown.includes(start.split(':')[0] ?? ''), `${start}: ${shown}`);
      }
    }
  }
});

test('a mail breaks lines within a word only if the word is longer than the line', () => {
  const facts = {
    endpointId: newId('whe'),
    host: 'shop.example',
    mode: 'test',
    reason: 'gone',
    since: AT,
  } as const;
  const toAccount = { accountId: place.accountId, subject: '', facts } as const;
  for (const mail of [...everyMail(), { ...toAccount, kind: 'endpoint_disabled' } as const]) {
    const { html } = writeLetter(mail, URL_OF_US);
    assert.match(html, /<div style="[^"]*word-break:break-word/);
    assert.doesNotMatch(html, /break-all/);
  }
});

test("a mail of test mode starts by saying so, in the reader's language", () => {
  for (const mail of everyMail().filter(({ facts }) => 'mode' in facts)) {
    const { subject, text } = writeLetter(mail, URL_OF_US);
    const [mark, strip] =
      mail.language === 'pt'
        ? ['[Teste] ', 'nenhum dinheiro de verdade']
        : ['[Test] ', 'no real money'];
    assert.ok(subject.startsWith(mark) && text.includes(strip), subject);
    const facts = { ...mail.facts, mode: 'live' };
    // The same facts except for the mode.
    const live = writeLetter({ ...mail, facts } as PersonalMail, URL_OF_US);
    assert.ok(!live.subject.startsWith('[') && !live.text.includes(strip));
  }
});

test('Ponte is never feminine in Portuguese', () => {
  for (const mail of everyMail()) {
    const { text, html } = writeLetter(mail, URL_OF_US);
    assert.doesNotMatch(text + html, /\b(?:a|à|da|na|pela) Ponte\b/);
  }
});

test('a secret appears only in the fragment of a link', () => {
  for (const mail of everyMail()) {
    const { subject, text, html } = writeLetter(mail, URL_OF_US);
    for (const part of [subject, text, html]) {
      const rest = part.replaceAll(`#${SECRET}.${SECRET}`, '').replaceAll(`#${SECRET}`, '');
      assert.ok(!rest.includes(SECRET), part);
    }
  }
});

test("a user's name is plain text, without markup, links or direction marks", () => {
  const accountName = '<b>Loja</b> https://evil.example www.evil.example \u202e';
  const facts = { token: SECRET, accountName, invitedBy: 'a@b.example', role: 'viewer' } as const;
  const mail = {
    recipient: 'c@d.example',
    language: 'pt',
    kind: 'invitation',
    subject: '',
  } as const;
  const { subject, text, html } = writeLetter({ ...mail, facts }, URL_OF_US);
  assert.ok(!html.includes('<b>') && html.includes('&lt;b>Loja'), html);
  for (const part of [subject, text, html]) {
    assert.ok(!/https:\/\/evil|evil\.example|\u202e/.test(part), part);
  }
});

test('times are in Brasília time, also just before midnight', () => {
  const facts = { ...place, tipo: 'med', amountCents: cents(100), deadline: AT } as const;
  const mail = { recipient: 'a@b.example', kind: 'reversal', subject: '', facts } as const;
  const pt = writeLetter({ ...mail, language: 'pt' }, URL_OF_US).subject;
  const en = writeLetter({ ...mail, language: 'en' }, URL_OF_US).subject;
  assert.equal(pt, '[Teste] MED recebido: prazo 20/11/2026 às 23:59 (Brasília)');
  assert.equal(en, '[Test] MED received: deadline 20 Nov 2026 at 23:59 (Brasília)');
});

test('an undisputed MED is reported without dispute, deadline or request for evidence', () => {
  const facts = { ...place, tipo: 'med', amountCents: cents(100), deadline: AT } as const;
  const mail = { recipient: 'a@b.example', kind: 'reversal', subject: '' } as const;
  for (const language of ['pt', 'en'] as const) {
    const write = (isDisputed?: boolean) => {
      const letter = writeLetter({ ...mail, language, facts: { ...facts, isDisputed } }, URL_OF_US);
      return letter.subject + letter.text;
    };
    const alarm = /MED recebido|MED received|contesta|disputes|prazo|deadline|provas|evidence/;
    assert.doesNotMatch(write(false), alarm);
    assert.match(write(true), alarm);
    // A mail queued before the upgrade lacks the fact.
    assert.equal(write(), write(true));
  }
});

test('a mail about a refund advises what to do with the order', () => {
  const facts = { ...place, tipo: 'estorno', amountCents: cents(100), deadline: null } as const;
  const mail = { recipient: 'a@b.example', kind: 'reversal', subject: '', facts } as const;
  const advice = { pt: /não entregue, e peça um novo/, en: /do not deliver it, and ask for a new/ };
  for (const language of ['pt', 'en'] as const) {
    const { text } = writeLetter({ ...mail, language }, URL_OF_US);
    assert.match(text.replaceAll(/\s+/g, ' '), advice[language]);
  }
});

test('a mail to an account has both languages in short lines, with a link to the endpoint in each', () => {
  const accountId = newId('acc');
  const endpointId = newId('whe');
  for (const reason of ['gone', 'dead'] as const) {
    for (const mode of ['test', 'live'] as const) {
      const facts = {
        endpointId,
        host: 'shop.example',
        mode,
        reason,
        since: '2026-11-16T10:00:00.000Z',
      };
      const mail: Mail = { accountId, kind: 'endpoint_disabled', subject: endpointId, facts };
      const { subject, text } = writeLetter(mail, URL_OF_US);
      assert.ok(subject.length < 200 && !/[\r\n]/.test(subject));
      assert.equal(subject.startsWith('[Teste / Test] '), mode === 'test');
      const page = `${URL_OF_US}/app/${accountId}/${mode}/webhooks/${endpointId}`;
      assert.equal(text.split('\n').filter((line) => line === page).length, 2, text);
      assert.ok(!/undefined|\[object/.test(text), text);
      assert.ok(Math.max(...text.split('\n').map((line) => line.length)) < 200, text);
    }
  }
});
