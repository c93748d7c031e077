import pg from 'pg';
import { VISITOR } from '../platform/find-serving.ts';
import { isUntimely } from './is-untimely.ts';

const NOT_YET: readonly unknown[] = [
  // Nobody listens, or the connection was lost.
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  // The host name does not resolve yet, as when containers start together.
  'ENOTFOUND',
  'EAI_AGAIN',
  // PostgreSQL is starting up or shutting down.
  '57P03',
  '57P01',
  '57P02',
  // Every connection is in use, as while the processes of before still run.
  '53300',
];
/** Errors of the driver itself, which have no code. */
const TERMINATED = /^(Connection terminated|Client has encountered a connection error)/;
/** PgBouncer while its database is away or its connections are in use: all have one code, 08P01. */
const POOLER_WAITS = /\((server_login_retry|server down|max_client_conn)\)$|^query_wait_timeout$/;

/** Whether a connection failed or was lost in a way that a retry may soon fix. */
export function wasLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isNoSocket(error) || POOLER_WAITS.test(error.message)) return true;
  return 'code' in error ? NOT_YET.includes(error.code) : TERMINATED.test(error.message);
}

/** The socket exists once the server has started, whereas a missing certificate stays missing. */
function isNoSocket(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ENOENT' && error.syscall === 'connect';
}

/**
 * Whether PostgreSQL serves at this address; false if it may do so soon, an error if waiting does
 * not help. With `dataDirectory`, the server must be the one of that directory, which only an
 * administrator of it may query.
 * @param onNotYet gets the message of a server that is there, but does not serve yet
 */
export async function isServing(
  databaseUrl: string,
  dataDirectory?: string,
  onNotYet?: (message: string) => void,
): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: VISITOR,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (dataDirectory === undefined) {
      await client.query('select 1');
      return true;
    }
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory === dataDirectory;
  } catch (error) {
    if (error instanceof pg.DatabaseError) onNotYet?.(error.message);
    // Including errors of the driver without a code, such as a timeout.
    if (wasLost(error) || (error instanceof Error && !('code' in error))) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The same for the operator's PostgreSQL; an error names the variable to fix. */
export async function isOperatorsServing(
  databaseUrl: string,
  variable: string,
  onNotYet?: (message: string) => void,
): Promise<boolean> {
  return isServing(databaseUrl, undefined, onNotYet).catch((cause: unknown) => {
    if (isFull(cause)) {
      onNotYet?.(`${cause.message} (make room on its disk)`);
      return false;
    }
    // After a semicolon, Node addresses those who start it by hand.
    const [reason] = cause instanceof Error ? cause.message.split('; ') : ['unknown error'];
    const advice = adviceOn(cause, variable);
    throw new Error(`The PostgreSQL of ${variable} refuses: ${reason}. ${advice}`, { cause });
  });
}

/** With a full disk a server that runs may refuse new sessions, also without the code for it. */
function isFull(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === '53100' || error.message === 'could not write init file';
}

/** Certificates that no authority trusted by this machine vouches for. */
const UNVERIFIED = /^(SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF))/;

function adviceOn(cause: unknown, variable: string): string {
  if (!(cause instanceof Error)) return `Correct ${variable}.`;
  if ('code' in cause && UNVERIFIED.test(String(cause.code))) {
    return `Name a file with its authority's certificate: ?sslmode=verify-full&sslrootcert=/path/to/ca.pem at the end of ${variable}.`;
  }
  if (isUntimely(cause.message)) {
    return 'Renew the certificate of that server, or set the clock of this machine.';
  }
  return cause.message.endsWith('no encryption')
    ? `If it takes encrypted connections only: ?sslmode=verify-full at the end of ${variable}. Otherwise correct its pg_hba.conf.`
    : `Correct ${variable}.`;
}
