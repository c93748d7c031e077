import pg from 'pg';

/** Creates our database in a new server. @param url of the one that always exists */
export async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // A lost connection fails the query too; without a listener it would also end this process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query(`select 1 from pg_database where datname = 'ponte'`);
    if (found.rowCount === 0) await client.query('create database ponte');
  } finally {
    await client.end();
  }
}
