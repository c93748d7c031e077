import { type ChildProcess, spawn } from 'node:child_process';
import type { Config } from '../config.ts';
import { refuseForeign } from './back-up.ts';
import { reachDatabase } from './with-database.ts';

/**
 * Runs a program on the embedded database, whether or not Ponte runs: one of PostgreSQL's own, such
 * as `psql` or `pg_dump`, which find it by the variables of libpq.
 * @param words the program and its arguments
 * @returns the program's exit code
 * @throws Error if the program cannot be started, or the operator uses a database of their own
 */
export async function runBesideDatabase(
  { dataDir, databaseUrl, env }: Pick<Config, 'dataDir' | 'databaseUrl' | 'env'>,
  [program = '', ...words]: readonly string[],
): Promise<number> {
  refuseForeign(databaseUrl);
  return reachDatabase({ dataDir }, (url) => {
    const variables = { ...env, ...libpqVariables(new URL(url)) };
    return endOf(spawn(program, words, { env: variables, stdio: 'inherit' }), program);
  });
}

function libpqVariables({ hostname, port, username, password, pathname }: URL) {
  return {
    // A service's file would go before the variables.
    PGSERVICE: undefined,
    PGHOSTADDR: undefined,
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: password,
    PGDATABASE: pathname.slice(1),
    PGSSLMODE: 'disable',
  };
}

async function endOf(child: ChildProcess, program: string): Promise<number> {
  const pass = (signal: NodeJS.Signals): unknown => child.kill(signal);
  // Ctrl-C reaches the program too, which decides what it means: the database outlives it.
  const ignore = (): void => undefined;
  process.on('SIGINT', ignore).on('SIGTERM', pass).on('SIGHUP', pass);
  try {
    return await new Promise((resolve, reject) => {
      child.once('exit', (code) => resolve(code ?? 1));
      child.once('error', (cause: NodeJS.ErrnoException) => {
        const reason = `${program} cannot be started (${cause.code ?? 'unknown'})`;
        reject(new Error(`${reason}. Install it, or give its whole path.`, { cause }));
      });
    });
  } finally {
    process.off('SIGINT', ignore).off('SIGTERM', pass).off('SIGHUP', pass);
  }
}
