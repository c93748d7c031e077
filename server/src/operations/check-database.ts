import { readdir } from 'node:fs/promises';
import { depositFeeProblem, type Mode } from '../accounts/environment.ts';
import { countDepositFees } from '../accounts/store.ts';
import { ponte } from '../cli-options.ts';
import type { Config } from '../config.ts';
import { readSafeMode } from '../installations/store.ts';
import { ENTRIES } from '../launch/entries.ts';
import { isServing } from '../launch/serving.ts';
import { countOpenAlerts } from '../operator-alerts/store.ts';
import type { Db } from '../platform/db.ts';
import { describeServing, findServing } from '../platform/find-serving.ts';
import { OLDEST_POSTGRES } from '../platform/migrate.ts';
import type { Vault } from '../platform/vault.ts';
import { listForeignKeys } from '../platform/verify-keys.ts';
import { countDifferences } from '../reconciliation/difference-store.ts';
import { type Check, fail, ok, warn } from './finding.ts';
import { isLate, type Queue, readQueues } from './read-queues.ts';

/** Checks of the database server and of its contents. */
export function databaseChecks(config: Config, db: Db, vault: Vault): Check[] {
  return [
    { check: 'database', look: () => lookAtServer(db) },
    { check: 'migrations', look: () => lookAtMigrations(config, db) },
    ...(config.databasePooled ? [{ check: 'pooler', look: () => lookAtPooler(config) }] : []),
    { check: 'encryption keys', look: () => lookAtKeys(db, vault) },
    { check: 'safe mode', look: () => lookAtSafeMode(db) },
    { check: 'alerts', look: () => lookAtAlerts(db) },
    { check: 'books', look: () => lookAtBooks(db) },
    { check: 'queues', look: () => lookAtQueues(db) },
    { check: 'fees', look: () => lookAtFees(config, db) },
  ];
}

async function lookAtServer(db: Db) {
  const [row] = await db<
    Record<'version' | 'fsync' | 'commit' | 'encoding' | 'readOnly' | 'user', string> & {
      number: number;
    }
  >`
    select current_setting('server_version_num')::integer as number,
      current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit,
      current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only') as read_only, current_user as "user"`;
  if (!row) return fail('no answer', 'Look at the log of PostgreSQL.');
  const found = `PostgreSQL ${row.version}, fsync ${row.fsync}, synchronous_commit ${row.commit}`;
  if (row.number < OLDEST_POSTGRES) return fail(found, 'Use PostgreSQL 15 or later.');
  if (row.readOnly === 'on') {
    // Hosted databases are set to it when their disk is nearly full.
    return fail(
      `${found}; it takes no writes, so every order is answered with 503`,
      `Make room if its disk is full, and name the primary if this is a replica. If it stays so: alter role "${row.user}" set default_transaction_read_only to off.`,
    );
  }
  if (row.encoding !== 'UTF8') {
    return fail(
      `${found}, encoding ${row.encoding}`,
      'Move to a database encoded in UTF8: requests with other characters are answered with 500.',
    );
  }
  if (row.fsync !== 'on' || row.commit === 'off') {
    return fail(
      found,
      'Set fsync and synchronous_commit to on: a power cut would lose money that was accepted.',
    );
  }
  return ok(found);
}

async function lookAtMigrations({ databasePooled }: Config, db: Db) {
  const files = (await readdir(ENTRIES.migrations)).filter((name) => name.endsWith('.sql'));
  const [table] = await db<{ there: boolean }>`
    select to_regclass('schema_migrations') is not null as there`;
  const applied = table?.there
    ? await db<{ name: string }>`select name from schema_migrations`
    : [];
  const names = applied.map(({ name }) => name);
  const missing = files.filter((name) => !names.includes(name));
  const newer = names.filter((name) => !files.includes(name));
  if (newer.length > 0) {
    return fail(
      `the database is newer than this program: it has ${newer.join(', ')}`,
      'Run the release that wrote it, or a later one.',
    );
  }
  if (missing.length === 0) return ok(`all ${String(files.length)} are applied`);
  const found = missingWords(missing, files.length);
  const run = ponte('migrate');
  const serving = databasePooled ? undefined : await findServing(db);
  if (!serving?.connections) return fail(found, `Run: ${run}`);
  return fail(
    found,
    `Stop all processes of the older version (${describeServing(serving)}), then run: ${run}`,
  );
}

const MAX_NAMED = 3;

/** On one line, also for an empty database. */
function missingWords(missing: readonly string[], all: number): string {
  if (missing.length === all) return `none of ${String(all)} is applied`;
  if (missing.length <= MAX_NAMED) return `missing: ${missing.join(', ')}`;
  const names = missing.toSorted();
  const ends = `${String(names[0])} to ${String(names.at(-1))}`;
  return `missing: ${String(missing.length)} of ${String(all)}, from ${ends}`;
}

async function lookAtPooler(config: Config) {
  if (config.databaseUrl === undefined) return ok('not needed for the embedded database');
  if (!(await isServing(config.databaseUrl))) {
    return fail(
      'the address in DATABASE_URL does not answer',
      'Start the pooler, or correct the address.',
    );
  }
  if (config.databaseDirectUrl === undefined) {
    return warn(
      'PONTE_DATABASE_POOLED is set and PONTE_DATABASE_DIRECT_URL is not',
      'Set PONTE_DATABASE_DIRECT_URL to the address without the pooler, for migrations and commands.',
    );
  }
  return ok('the pooler answers, and commands bypass it');
}

async function lookAtKeys(db: Db, vault: Vault) {
  const shut = await listForeignKeys(db, vault);
  if (shut.length > 0) {
    return fail(
      `what was encrypted with the keys ${shut.join(', ')} cannot be decrypted`,
      'Put those keys back into PONTE_ENCRYPTION_KEYS, or restore secrets.json from a backup.',
    );
  }
  return ok(`${vault.keyIds.join(', ')}; all that are needed here are at hand`);
}

async function lookAtSafeMode(db: Db) {
  const { on, reason, since } = await readSafeMode(db);
  if (!on) return ok('off');
  const why = reason === null ? '' : `: ${reason}`;
  return warn(
    `on since ${since?.toISOString() ?? ''}${why}; no new deposits or withdrawals`,
    `When it is over: ${ponte('safe-mode off')}`,
  );
}

async function lookAtAlerts(db: Db) {
  const open = await countOpenAlerts(db);
  if (open.length === 0) return ok('none is open');
  const kinds = open.map(wordsOf).join(', ');
  return warn(`open: ${kinds}`, `Look at them with: ${ponte('alert list')}`);
}

async function lookAtBooks(db: Db) {
  const open = (await countDifferences(db)).filter((kind) => kind.open > 0);
  if (open.length === 0) return ok("no difference from the provider's is open");
  const kinds = open.map(wordsOf).join(', ');
  return warn(`differences open: ${kinds}`, `Look at them with: ${ponte('reconcile')}`);
}

/** The provider's fee may have been raised since they were set. */
async function lookAtFees({ providerDepositFeeCents: providerFee }: Config, db: Db) {
  const low = (await countDepositFees(db)).filter((fee) => depositFeeProblem(fee, providerFee));
  const its = `the provider's ${String(providerFee)} cents`;
  if (low.length === 0) return ok(`they cover ${its} for a deposit of any amount`);
  const count = low.reduce((sum, fee) => sum + fee.count, 0);
  return warn(
    `of ${String(count)} environments they do not cover ${its}: small deposits there are refused`,
    `Raise the deposit fee of those accounts, with: ${ponte('account set')}`,
  );
}

function wordsOf({ kind, mode, open }: { kind: string; mode: Mode; open: number }): string {
  return `${String(open)} ${kind}${mode === 'test' ? ' in test mode' : ''}`;
}

async function lookAtQueues(db: Db) {
  return judgeQueues(await readQueues(db));
}

export function judgeQueues(queues: readonly Queue[]) {
  const late = queues.filter(isLate);
  const describe = (some: readonly Queue[]): string =>
    some
      .map(({ queue, depth, ageSeconds }) => {
        return `${queue} ${String(depth)} (oldest ${String(Math.round(ageSeconds))} s)`;
      })
      .join(', ');
  if (late.length > 0) {
    return warn(`late: ${describe(late)}`, 'Check that a worker runs, and read its log.');
  }
  const waiting = queues.filter(({ depth }) => depth > 0);
  return ok(waiting.length === 0 ? 'nothing waits' : describe(waiting));
}
