-- In a schema of another name than public, 0016 left the indexes of the two logs on their first
-- partition, each under two names, so that later partitions have none. Creating an index on the whole
-- log uses the equal one of that partition, and builds the others. Elsewhere this finds nothing.

do $$
declare
  stray record;
begin
  for stray in
    select p.inhparent::regclass as log, c.relname as name,
      substring(pg_get_indexdef(i.indexrelid) from ' USING (.*)$') as definition
    from pg_inherits p
      join pg_index i on i.indrelid = p.inhrelid
      join pg_class c on c.oid = i.indexrelid
    where p.inhparent in ('api_requests'::regclass, 'webhook_attempts'::regclass)
      and not i.indisprimary
      and c.relname !~ '_rest_'
      and not exists (select 1 from pg_inherits a where a.inhrelid = i.indexrelid)
  loop
    execute format('drop index %I', stray.name);
    execute format('create index %I on %s using %s', stray.name, stray.log, stray.definition);
  end loop;
end $$;
