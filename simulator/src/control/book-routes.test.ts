import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSandbox, partnerAt } from '../../test/sandbox.ts';

const sandbox = await openSandbox();

test('the books are listed newest first, with a limit and a cursor', async () => {
  const partner = partnerAt(sandbox.url);
  const read = async (query: string): Promise<unknown[][]> => {
    const { status, body } = await partner.control('GET', `books?${query}`);
    assert.equal(status, 200);
    return ['charges', 'withdrawals'].map((kind) => {
      const rows = body[kind];
      assert.ok(Array.isArray(rows));
      return rows.map((row: { id: unknown }) => row.id);
    });
  };
  const [first, second, third] = [
    await partner.newCharge(),
    await partner.newCharge(),
    await partner.newCharge(),
  ];
  const [one, other] = [await partner.newWithdrawal(), await partner.newWithdrawal()];
  const plain = (ids: string[]): string[] => ids.map((id) => id.replaceAll('-', ''));
  assert.deepEqual(await read(''), [plain([third, second, first]), plain([other, one])]);
  assert.deepEqual(await read('limit=1'), [plain([third]), plain([other])]);
  const before = `beforeCharge=${plain([third])[0] ?? ''}&beforeWithdrawal=${plain([one])[0] ?? ''}`;
  assert.deepEqual(await read(`limit=1&${before}`), [plain([second]), []]);
  assert.deepEqual(await read('beforeCharge=none'), [[], plain([other, one])]);
  assert.equal((await partner.control('GET', 'books?limit=0')).status, 400);
});
