-- Endpoints whose deliveries are fetched by a command line instead of being sent to an address.

-- Its address says which one is: no address that anybody may register begins so.
alter table webhook_endpoints
  add column fetched boolean not null generated always as (starts_with(url, 'listener://')) stored,
  drop constraint webhook_endpoints_disabled_reason_check,
  add constraint webhook_endpoints_disabled_reason_check
    check (disabled_reason in ('owner', 'gone', 'dead') or (disabled_reason = 'away' and fetched));

create table listeners (
  environment_id  object_id not null references environments,
  id              object_id not null,
  name            text collate "C" not null check (length(name) between 1 and 60),
  endpoint_id     object_id not null,
  -- When somebody last fetched, to the minute; one that nobody runs is put away by it.
  seen_at         timestamptz not null default now(),
  primary key (environment_id, id),
  unique (environment_id, name)
);
create index listeners_seen on listeners (seen_at);
