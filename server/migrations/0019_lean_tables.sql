-- What a deposit, its event and its deliveries write no more than they must.

-- An environment is never deleted, so what once referred to one always does. To check it, each row
-- that was inserted locked its environment's, and so wrote to that one row of the tenant too.
create function keep_environment() returns trigger language plpgsql
  as 'begin raise exception ''environment % is kept for what was made in it'', old.id; end';
create trigger environments_kept before delete on environments
  for each row execute function keep_environment();

alter table idempotency_keys drop constraint idempotency_keys_environment_id_fkey;
alter table provider_attempts drop constraint provider_attempts_environment_id_fkey;
alter table deposits drop constraint deposits_environment_id_fkey;
alter table transitions drop constraint transitions_environment_id_fkey;
alter table events drop constraint events_environment_id_fkey;
alter table webhook_deliveries drop constraint webhook_deliveries_environment_id_fkey;
alter table deposit_sums drop constraint deposit_sums_environment_id_fkey;
alter table webhook_hours drop constraint webhook_hours_environment_id_fkey;

-- Room for the version with the lease beside the one before it: it then needs no index entry.
alter table webhook_deliveries set (fillfactor = 50);

-- Ordered by the time too: only the index of what waits has that order, whatever the planner
-- believes of the table. Another has the same names, and all that was ever delivered.
create or replace view webhook_endpoints_waiting as
  with recursive waiting as (
    (
      select environment_id, endpoint_id from webhook_deliveries
      where status = 'pending' order by environment_id, endpoint_id, next_attempt_at limit 1
    )
    union all
    select next.environment_id, next.endpoint_id
    from waiting cross join lateral (
      select environment_id, endpoint_id from webhook_deliveries d
      where d.status = 'pending'
        and (d.environment_id, d.endpoint_id) > (waiting.environment_id, waiting.endpoint_id)
      order by d.environment_id, d.endpoint_id, d.next_attempt_at limit 1
    ) next
  )
  select environment_id, endpoint_id from waiting;
