import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConnections, testApp } from '../../test/app.ts';
import { newId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import type { Act } from './audit.ts';
import { recordAct } from './record-act.ts';
import { listEntries } from './store.ts';
import { verifyChain } from './verify-chain.ts';

const ACT: Act = {
  actor: { kind: 'cli', id: null, label: 'ana@host' },
  action: 'account set',
  reason: 'a test',
  details: { mode: 'live', moneyRate: 5, depositsEnabled: false, name: 'Pão & Água “ﬁ”' },
};

const record = (db: Db, act: Partial<Act> = {}): Promise<void> =>
  db.begin((tx) => recordAct(tx, { ...ACT, ...act }));

/** What somebody with full rights in the database can do. */
const tamper = (
  db: Db,
  change: (tx: Parameters<Parameters<Db['begin']>[0]>[0]) => Promise<unknown>,
) =>
  db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await change(tx);
  });

test('concurrent acts form one chain without forks or gaps, though some fail', async (t) => {
  const app = await testApp(t);
  await openConnections(app);
  const ends = await Promise.allSettled(
    Array.from({ length: 40 }, (_, at) =>
      app.db.begin(async (tx) => {
        await recordAct(tx, { ...ACT, subject: newId('dep') });
        if (at % 4 === 0) throw new Error('the act failed after it was written down');
      }),
    ),
  );
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 30);
  const verdict = await verifyChain(app.db);
  assert.deepEqual([verdict.isIntact, verdict.entries], [true, 30]);
  const times = await app.db<{ createdAt: Date }>`
    select created_at from audit_entries order by sequence`;
  const sorted = times.map(({ createdAt }) => createdAt.getTime());
  assert.deepEqual(
    sorted,
    sorted.toSorted((one, other) => one - other),
  );
});

test('a failed act leaves no entry, and the chain continues without it', async (t) => {
  const { db } = await testApp(t);
  await record(db);
  await assert.rejects(
    db.begin(async (tx) => {
      await recordAct(tx, ACT);
      await tx`select 1 / 0`;
    }),
  );
  await record(db);
  assert.deepEqual((await verifyChain(db)).entries, 2);
});

test('an entry returns everything that was recorded of the act', async (t) => {
  const { db } = await testApp(t);
  const accountId = newId('acc');
  const userId = newId('usr');
  await record(db, {
    actor: { kind: 'person', id: userId, label: 'Ana\u0000\ud83e' },
    accountId,
    mode: 'test',
    subject: 'wal_1',
    address: '::1',
  });
  const [entry] = await listEntries(db, [['account_id', accountId]], undefined, 1);
  assert.ok(entry);
  const { id, createdAt, hash, ...recorded } = entry;
  assert.ok(id.startsWith('aud_') && createdAt && hash);
  assert.deepEqual(
    { ...recorded, previousHash: undefined },
    {
      sequence: 1,
      actorKind: 'person',
      actorId: userId,
      actorLabel: 'Ana \ufffd',
      accountId,
      mode: 'test',
      action: 'account set',
      subject: 'wal_1',
      reason: 'a test',
      details: ACT.details,
      address: '::1',
      previousHash: undefined,
    },
  );
  assert.equal((await verifyChain(db)).isIntact, true);
});

test('entries cannot be updated, deleted or truncated', async (t) => {
  const { db } = await testApp(t);
  await record(db);
  for (const change of [
    () => db`update audit_entries set reason = 'another'`,
    () => db`delete from audit_entries`,
    () => db`truncate audit_entries`,
    () => db`update audit_entries set reason = 'another' where sequence = 99`,
  ]) {
    await assert.rejects(change(), /never changed/);
  }
  assert.equal((await verifyChain(db)).isIntact, true);
});

test('a change of any column is detected, and the changed entry is named', async (t) => {
  const { db } = await testApp(t);
  for (let at = 0; at < 5; at += 1) await record(db, { subject: `dep_${String(at)}` });
  const changes = [
    (tx: typeof db) => tx`update audit_entries set reason = 'another' where sequence = 3`,
    (tx: typeof db) => tx`update audit_entries set actor_label = 'bob@host' where sequence = 3`,
    (tx: typeof db) => tx`update audit_entries set actor_kind = 'system' where sequence = 3`,
    (tx: typeof db) => tx`update audit_entries set subject = null where sequence = 3`,
    (tx: typeof db) => tx`update audit_entries set mode = 'live' where sequence = 3`,
    (tx: typeof db) => tx`update audit_entries set address = '::1' where sequence = 3`,
    (tx: typeof db) => tx`update audit_entries set action = 'x' where sequence = 3`,
    (tx: typeof db) => tx`update audit_entries set id = ${newId('aud')} where sequence = 3`,
    (tx: typeof db) => tx`update audit_entries set account_id = ${newId('acc')} where sequence = 3`,
    (tx: typeof db) => tx`update audit_entries set actor_id = ${newId('usr')} where sequence = 3`,
    (tx: typeof db) => tx`
      update audit_entries set created_at = created_at + interval '1 ms' where sequence = 3`,
    (tx: typeof db) => tx`
      update audit_entries set details = details || '{"moneyRate": 6}' where sequence = 3`,
  ];
  for (const change of changes) {
    const undone = new Error('undone');
    const seen = db.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      // A transaction can be called like a database.
      await change(tx as unknown as Db);
      const verdict = await verifyChain(tx as unknown as Db);
      assert.deepEqual(verdict.firstBad, { sequence: 3, flaw: 'changed' }, String(change));
      throw undone;
    });
    await assert.rejects(seen, (error) => error === undone || Promise.reject(error));
  }
});

test('removed or cut off entries, a moved head and a mismatch with a kept head are detected', async (t) => {
  const { db } = await testApp(t);
  for (let at = 0; at < 4; at += 1) await record(db);
  const { head } = await verifyChain(db);
  const bad = async (known?: string) => (await verifyChain(db, known)).firstBad;
  assert.equal(await bad(head), null);
  assert.equal(await bad('0'.repeat(64)), null);
  assert.deepEqual(await bad('1'.repeat(64)), { sequence: 5, flaw: 'head_unknown' });

  await tamper(db, (tx) => tx`delete from audit_entries where sequence = 4`);
  assert.deepEqual(await bad(), { sequence: 4, flaw: 'cut_off' });
  // If the head is moved as well, only a head that was kept elsewhere reveals it.
  await db`
    update audit_head set sequence = 3,
      hash = (select hash from audit_entries where sequence = 3)`;
  assert.equal(await bad(), null);
  assert.deepEqual(await bad(head), { sequence: 4, flaw: 'head_unknown' });
  await record(db);
  assert.deepEqual(await bad(head), { sequence: 5, flaw: 'head_unknown' });

  await db`update audit_head set sequence = 3`;
  assert.ok(await bad());
  await db`update audit_head set sequence = 4`;
  await tamper(db, (tx) => tx`delete from audit_entries where sequence = 2`);
  assert.deepEqual(await bad(), { sequence: 2, flaw: 'missing' });
});
