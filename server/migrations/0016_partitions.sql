-- The two logs that grow fastest and are soon forgotten are kept in partitions by time, which is in
-- the ids: a month or a week that is old enough goes as a whole. A worker makes the partitions
-- (partitions/keep-partitions.ts). The last of them has no end, so that every row always has a place.

do $$
declare
  log record;
  known record;
  rest text;
begin
  for log in
    select * from (values
      ('api_requests', 'id'), ('webhook_attempts', 'delivery_id')
    ) as logs (name, by_column)
  loop
    rest := log.name || '_rest';
    execute format('lock table %I in access exclusive mode', log.name);
    execute format('alter table %I rename to %I', log.name, rest);
    -- To drop a partition that refers to environments would lock those against everybody. No
    -- environment is ever deleted, and what is written here is about one that was just read.
    for known in
      select conname as name from pg_constraint
      where conrelid = rest::regclass and contype = 'f'
    loop
      execute format('alter table %I drop constraint %I', rest, known.name);
    end loop;
    execute format('create table %I (like %I including defaults including constraints)
      partition by range (%I)', log.name, rest, log.by_column);
    -- The same indexes under the names they had. Those of the table of before become parts of them,
    -- since it takes every row there can be: nothing is built, copied or looked through.
    for known in
      select i.indexrelid::regclass::text as name, i.indisprimary as is_key,
        pg_get_indexdef(i.indexrelid) as definition
      from pg_index i where i.indrelid = rest::regclass
    loop
      execute format('alter index %I rename to %I', known.name,
        replace(known.name, log.name, rest));
      if known.is_key then
        execute format('alter table %I add constraint %I primary key %s', log.name, known.name,
          substring(known.definition from '\(.*\)$'));
      else
        execute replace(known.definition, format(' ON public.%I ', rest),
          format(' ON public.%I ', log.name));
      end if;
    end loop;
    execute format('alter table %I attach partition %I for values from (minvalue) to (maxvalue)',
      log.name, rest);
  end loop;
end $$;
