-- An index for each filter of the list of deliveries, replays under way, and mails that are tried
-- again until they are sent.

-- The list of deliveries is a stretch of one of these, read backward, for each kind and status that
-- is asked for; there are few of either.
drop index webhook_deliveries_newest;
create index webhook_deliveries_newest on webhook_deliveries (environment_id, created_at, id);
drop index webhook_deliveries_endpoint;
create index webhook_deliveries_endpoint
  on webhook_deliveries (environment_id, endpoint_id, event, status, created_at, id);
create index webhook_deliveries_event
  on webhook_deliveries (environment_id, event, status, created_at, id);
drop index webhook_deliveries_resource;
create index webhook_deliveries_resource
  on webhook_deliveries (environment_id, resource_id, created_at, id);

-- Deleted endpoints stay for what their deliveries show, and nothing else may slow down with them.
create index webhook_endpoints_newest on webhook_endpoints (environment_id, created_at, id)
  where deleted_at is null;
create index webhook_endpoints_failing on webhook_endpoints (failing_since)
  where failing_since is not null and enabled and deleted_at is null;

-- Replays count and walk one stretch of this for each kind.
create index events_kind on events (environment_id, kind, created_at, id);

-- At most one an endpoint: a second one asked for meanwhile begins again, at the earlier time.
create table webhook_replays (
  environment_id  object_id not null references environments,
  endpoint_id     object_id not null,
  since           timestamptz(3) not null,
  -- What is recorded later is sent without a replay.
  until           timestamptz(3) not null,
  -- The last event that was made due, or where to begin.
  after_at        timestamptz(3) not null,
  after_id        text collate "C" not null default '',
  -- When to look whether the endpoint has room for more.
  due_at          timestamptz not null default now(),
  primary key (environment_id, endpoint_id)
) with (fillfactor = 50);
create index webhook_replays_due on webhook_replays (due_at);

-- A mail is queued with what it has to say, since that may have changed when it is sent. Those
-- queued without are queued again, once their endpoints are found dead once more.
update webhook_endpoints e set enabled = true, disabled_reason = null
  from mails m
  where m.kind = 'endpoint_disabled' and m.subject = e.id and m.sent_at is null
    and e.disabled_reason = 'dead' and e.deleted_at is null;
delete from mails where sent_at is null;
alter table mails
  add column facts sealed,
  add column tries integer not null default 0,
  -- Null once it is sent, or given up.
  add column due_at timestamptz default now(),
  -- While the lease runs one worker is sending; a dead worker's lease runs out.
  add column lease uuid,
  add column lease_until timestamptz;
update mails set due_at = null;
alter table mails
  add check (due_at is null or (facts is not null and sent_at is null)),
  add check ((lease is null) = (lease_until is null));
create index mails_due on mails (due_at) where due_at is not null;
