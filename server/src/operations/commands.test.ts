import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Misuse } from '../cli-options.ts';
import { readConfig } from '../config.ts';
import { operationCommands } from './commands.ts';

test('the doctor takes a CNPJ with letters where orders may have one', async () => {
  const { doctor } = operationCommands;
  assert.ok(doctor?.on === 'machine');
  // No database listens there.
  const nowhere = { DATABASE_URL: 'postgres://ponte@127.0.0.1:9/ponte' };
  const examine = (taxId: string, env: Record<string, string>) =>
    doctor.run(readConfig({ ...nowhere, ...env }), { 'tax-id': taxId }, () => assert.fail());
  const admitting = { PONTE_ALPHANUMERIC_CNPJ: 'true' };
  const refusal = (message: RegExp) => (error: unknown) =>
    error instanceof Misuse && message.test(error.message);
  await assert.rejects(examine('12ABC34501DE35', {}), refusal(/^--tax-id .*digits only/));
  await assert.rejects(examine('12ABC345', admitting), refusal(/^--tax-id .*capital letters/));
  assert.equal((await examine('12ABC34501DE35', admitting)).failed, true, 'no database');
});
