import pg from 'pg';

const NOT_YET: readonly unknown[] = [
  // Nobody listens, or the connection broke half-way.
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  // The host's name is not known yet, as when containers start together.
  'ENOTFOUND',
  'EAI_AGAIN',
  // PostgreSQL's own words: it is starting up, or shutting down.
  '57P03',
  '57P01',
  '57P02',
];
/** The driver's own words, which come without a code. */
const TERMINATED = /^(Connection terminated|Client has encountered a connection error)/;

/** Whether a connection failed or was lost in a way that a new one soon may not be. */
export function wasLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isNoSocket(error)) return true;
  return 'code' in error ? NOT_YET.includes(error.code) : TERMINATED.test(error.message);
}

/** The socket is there once a server has started; a certificate that is missing stays missing. */
function isNoSocket(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ENOENT' && error.syscall === 'connect';
}

/**
 * Whether PostgreSQL serves this address; false when it may do so soon, an error when waiting would
 * not help. With a `dataDirectory` the server must be that of this directory, which only an
 * administrator of it may ask.
 */
export async function isServing(databaseUrl: string, dataDirectory?: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl,
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
    // Also what only the driver says, such as that its patience is over.
    if (wasLost(error) || (error instanceof Error && !('code' in error))) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The same of a PostgreSQL of the operator's: an error names the variable that is to be mended. */
export async function isOperatorsServing(databaseUrl: string, variable: string): Promise<boolean> {
  return isServing(databaseUrl).catch((cause: unknown) => {
    // Behind a semicolon Node speaks to whoever starts it by hand.
    const [reason] = cause instanceof Error ? cause.message.split('; ') : ['unknown error'];
    const advice = adviceOn(cause, variable);
    throw new Error(`The PostgreSQL of ${variable} refuses: ${reason}. ${advice}`, { cause });
  });
}

/** Certificates of which nobody that this machine trusts says that they are right. */
const UNVERIFIED = /^(SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF))/;

function adviceOn(cause: unknown, variable: string): string {
  if (!(cause instanceof Error)) return `Mend ${variable}.`;
  if ('code' in cause && UNVERIFIED.test(String(cause.code))) {
    return `Name a file with its authority's certificate: ?sslmode=verify-full&sslrootcert=/path/to/ca.pem at the end of ${variable}.`;
  }
  return cause.message.endsWith('no encryption')
    ? `If it takes encrypted connections only: ?sslmode=verify-full at the end of ${variable}. Otherwise mend its pg_hba.conf.`
    : `Mend ${variable}.`;
}
