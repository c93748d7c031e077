import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from './app.ts';

test('the key of every table that belongs to a tenant begins with the tenant', async (t) => {
  const { db } = await testApp(t);
  const tables = await db<{ name: string; first: string | null }>`
    select c.relname as name, (
      select a.attname from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = c.oid and i.indisprimary
    ) as first
    from pg_class c join pg_attribute e on e.attrelid = c.oid and e.attname = 'environment_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and e.attnotnull
    order by 1`;
  assert.ok(tables.length >= 10);
  assert.deepEqual(
    tables.filter(({ first }) => first !== 'environment_id'),
    [],
  );
});
