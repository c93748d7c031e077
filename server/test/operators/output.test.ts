import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { createAccount } from '../../src/accounts/create-account.ts';
import { listKeys } from '../../src/api-keys/store.ts';
import { newId } from '../../src/ids.ts';
import { openGateway } from '../gateway.ts';
import { CLI } from '../kill/ponte.ts';

const { app } = await openGateway(undefined, { worker: false });

interface Printed {
  readonly output: string;
  readonly errors: string;
}

/** What a shell prints for a line in which `ponte` stands for the command and its exit code. */
async function shell(line: string): Promise<Printed> {
  const ponte = 'ponte() { "$node" "$cli" "$@"; echo "ended with $?" >&2; }';
  const child = spawn('/bin/sh', ['-c', `${ponte}; ${line}`], {
    env: {
      ...process.env,
      node: process.execPath,
      cli: CLI,
      DATABASE_URL: app.config.databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { output, errors };
}

/** Waits until something is printed, and prints it. */
const FIRST_BYTE = 'dd bs=1 count=1 2>/dev/null';

test('output longer than a pipe reaches a slow reader whole, and a reader that stops causes no error', async () => {
  // More than 64 KiB of accounts.
  await app.db`insert into accounts (id, email, name)
    select * from unnest(${Array.from({ length: 500 }, () => newId('acc'))}::text[],
      ${Array.from({ length: 500 }, (_, n) => `${'a'.repeat(60)}.${String(n)}@example.com`)}::text[],
      ${Array.from({ length: 500 }, () => 'x'.repeat(60))}::text[])`;
  const patient = await shell(`ponte account list --json | { ${FIRST_BYTE}; sleep 0.3; cat; }`);
  const { accounts } = JSON.parse(patient.output) as { accounts: unknown[] };
  assert.equal(accounts.length, 500);
  const { errors } = await shell('ponte account list | head -n 1');
  assert.equal(errors, 'ended with 0\n');
});

test('output that cannot be written is a failure, and names the key that nobody has seen', async () => {
  const { accountId } = await createAccount(app.db, 'lost@example.com');
  const failure = 'the answer could not be written (ENOSPC)';
  const help = await shell('ponte --help >/dev/full');
  assert.equal(help.errors, `${failure}\nended with 1\n`);
  const order = `key create --account ${accountId} --mode test --scopes all`;
  const made = await shell(`ponte ${order} >/dev/full`);
  const [key] = await listKeys(app.db, accountId);
  const todo = `nobody has seen the key: revoke it with key revoke --id ${String(key?.id)}`;
  assert.equal(made.errors, `${failure}; ${todo}\nended with 1\n`);
});

test('a key that was made for a reader that has gone is named too', async () => {
  const { accountId } = await createAccount(app.db, 'gone@example.com');
  const order = `key create --account ${accountId} --mode test --scopes all`;
  const { errors } = await shell(`ponte ${order} | :`);
  const [key] = await listKeys(app.db, accountId);
  const todo = `nobody has seen the key: revoke it with key revoke --id ${String(key?.id)}`;
  assert.equal(errors, `the answer could not be written (EPIPE); ${todo}\nended with 1\n`);
});
