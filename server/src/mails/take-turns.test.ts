import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from '../../test/app.ts';
import type { App } from '../app.ts';
import type { Mailer } from './open-mailer.ts';
import { sendMails } from './send-mails.ts';
import { queueMail } from './store.ts';

const BATCH = 8;
/** More than are looked at in one turn. */
const FLOOD = 620;

/** What one account can cause by adding and deleting wallets in test mode. */
async function flood(app: App, recipient: string, mails: number): Promise<void> {
  await app.db.begin(async (tx) => {
    for (let made = 0; made < mails; made += 1) {
      const at = new Date().toISOString();
      const mail = { recipient, language: 'pt', kind: 'password_changed', facts: { at } } as const;
      await queueMail(tx, app.vault, { ...mail, subject: `${recipient} ${String(made)}` });
    }
  });
}

/** An app, and whose mails were sent so far, in order. */
async function openPost(t: Parameters<typeof testApp>[0]) {
  const app = await testApp(t);
  const sent: string[] = [];
  const mailer: Mailer = async ({ to }) => void sent.push(to);
  return { app, sent, turn: () => sendMails(app, mailer) };
}

test('a recipient’s second mail is sent after the first of every other', async (t) => {
  const { app, sent, turn } = await openPost(t);
  await flood(app, 'busy@example.com', 40);
  const others = ['ana@example.com', 'bia@example.com', 'caio@example.com'];
  for (const other of others) await flood(app, other, 1);
  assert.equal(await turn(), true);
  assert.equal(sent.length, BATCH);
  for (const other of others) assert.ok(sent.includes(other), other);
  while (await turn());
  assert.equal(sent.length, 40 + others.length);
});

test('a queue too long to be looked at delays another recipient’s mail by one turn', async (t) => {
  const { app, sent, turn } = await openPost(t);
  await flood(app, 'busy@example.com', FLOOD);
  await flood(app, 'ana@example.com', 1);
  await turn();
  assert.deepEqual(new Set(sent), new Set(['busy@example.com']));
  await turn();
  assert.ok(sent.includes('ana@example.com'));
  assert.equal(sent.length, 2 * BATCH);
  for (let turns = 0; sent.length < FLOOD + 1 && turns < 200; turns += 1) {
    await app.db`update mails set due_at = now() where due_at is not null`;
    await turn();
  }
  assert.equal(sent.length, FLOOD + 1);
});

test('when everybody waits for one mail, they are sent in the order they fell due', async (t) => {
  const { app, sent, turn } = await openPost(t);
  const people = Array.from({ length: 20 }, (_, at) => `person-${String(at)}@example.com`);
  for (const person of people) await flood(app, person, 1);
  while (await turn());
  // Those of one turn are sent at once.
  const turns = Array.from({ length: 3 }, (_, at) => sent.slice(at * BATCH, (at + 1) * BATCH));
  const expected = Array.from({ length: 3 }, (_, at) => people.slice(at * BATCH, (at + 1) * BATCH));
  assert.deepEqual(
    turns.map((of) => of.toSorted()),
    expected.map((of) => of.toSorted()),
  );
});
