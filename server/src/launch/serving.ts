import pg from 'pg';

const NOT_YET = [
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
  undefined,
];

/**
 * Whether PostgreSQL serves this address; false when it may do so soon, an error when waiting would
 * not help.
 */
export async function isServing(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (NOT_YET.some((known) => known === code)) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
