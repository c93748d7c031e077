import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ago, HOUR, openBooks } from '../../test/books.ts';
import { reconciliationCommands } from './commands.ts';
import { parseSince } from './since.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

test('a period is given in hours, in days or by the time it starts', () => {
  assert.equal(parseSince('48h', NOW), 48 * 3_600_000);
  assert.equal(parseSince('90d', NOW), 90 * 86_400_000);
  assert.equal(parseSince('2026-11-21T11:00:00Z', NOW), 3_600_000);
  assert.equal(parseSince('2026-11-21T08:00:00-03:00', NOW), 3_600_000);
  assert.equal(parseSince('2026-11-20', NOW), 36 * 3_600_000);
});

test('anything else, and a time in the future, is not a period', () => {
  const wrong = [
    '',
    '48',
    '0h',
    '-1h',
    '1w',
    '48 h',
    'yesterday',
    '2026-11-22T00:00:00Z',
    '2026-99-99',
  ];
  for (const text of wrong) assert.equal(parseSince(text, NOW), undefined, text);
});

test('a comparison begins at the time that was named, even on a machine whose clock is behind', async (t) => {
  const { app, made, open } = await openBooks();
  await made(await open(), 4 * HOUR);
  const since = ago(5 * HOUR).toISOString();
  t.mock.timers.enable({ apis: ['Date'], now: ago(3 * HOUR) });
  const command = reconciliationCommands['reconcile'];
  assert.ok(command?.on === 'app');
  const { json } = await command.run(app, { since }, app.config);
  assert.equal((json['deposits'] as { compared: number }).compared, 1);
});
