import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from '../../test/app.ts';
import { actorFilterOf, filterOf } from './find-entries.ts';
import { recordAct } from './record-act.ts';
import { listEntries } from './store.ts';

const { db } = await testApp();

test('an e-mail address is found in any case, a user of the machine as it is written', async () => {
  for (const [kind, label] of [
    ['person', 'ana@loja.example'],
    ['cli', 'Ana@LOJA'],
  ] as const) {
    const act = { actor: { kind, id: null, label }, action: 'createWallet' };
    await db.begin((tx) => recordAct(tx, act));
  }
  const labels = async (filter: ReturnType<typeof filterOf>): Promise<string[]> =>
    (await listEntries(db, await filter, undefined, 10)).map(({ actorLabel }) => actorLabel);
  for (const find of [filterOf, actorFilterOf]) {
    assert.deepEqual(await labels(find(db, ' Ana@Loja.Example')), ['ana@loja.example']);
    assert.deepEqual(await labels(find(db, 'Ana@LOJA')), ['Ana@LOJA']);
    assert.deepEqual(await labels(find(db, 'ana@LOJA')), []);
  }
});
