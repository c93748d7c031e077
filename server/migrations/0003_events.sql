-- The journal, the webhooks sent from it, what the provider told us, and what operators must know.

create table journals (
  environment_id  object_id primary key references environments,
  last_sequence   bigint not null default 0
);

create table events (
  environment_id  object_id not null references environments,
  id              object_id not null,
  -- The order of writing, causal for one resource. It has gaps where a transaction failed.
  position        bigint generated always as identity,
  -- Given shortly after the commit by the one who numbers, so that it has no gaps.
  sequence        bigint,
  kind            text not null,
  resource_id     object_id not null,
  -- The exact bytes that every delivery signs and sends.
  body            text not null,
  created_at      timestamptz(3) not null,
  primary key (environment_id, id)
);
create unique index events_once on events (environment_id, resource_id, kind);
create unique index events_sequence on events (environment_id, sequence) where sequence is not null;
create index events_unnumbered on events (position) where sequence is null;

create table webhook_endpoints (
  environment_id       object_id not null references environments,
  id                   object_id not null,
  url                  text not null,
  events               text[] not null,
  description          text not null default '',
  enabled              boolean not null default true,
  disabled_reason      text check (disabled_reason in ('owner', 'gone', 'dead')),
  secret               sealed not null,
  previous_secret      sealed,
  previous_secret_until timestamptz(3),
  -- Since when nothing has succeeded; null while the last attempt was a success, or none was made.
  failing_since        timestamptz(3),
  -- The last attempt failed or took long, so the next ones wait in slots of their own.
  slow                 boolean not null default false,
  created_at           timestamptz(3) not null,
  updated_at           timestamptz(3) not null,
  deleted_at           timestamptz(3),
  primary key (environment_id, id),
  check (enabled = (disabled_reason is null))
);

create table webhook_deliveries (
  environment_id   object_id not null references environments,
  id               object_id not null,
  endpoint_id      object_id not null,
  event_id         object_id not null,
  event            text not null,
  resource_id      object_id not null,
  body             text not null,
  status           text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  failure_reason   text check (failure_reason in ('attempts_exhausted', 'endpoint_disabled', 'endpoint_deleted')),
  attempts         integer not null default 0,
  next_attempt_at  timestamptz default now(),
  -- While the lease runs one worker is sending; a dead worker's lease runs out.
  lease_until      timestamptz,
  lease            uuid,
  -- Asked for once more while an attempt was under way.
  again            boolean not null default false,
  created_at       timestamptz(3) not null,
  primary key (environment_id, id),
  unique (environment_id, event_id, endpoint_id),
  check ((status = 'pending') = (next_attempt_at is not null)),
  check ((status = 'failed') = (failure_reason is not null))
) with (fillfactor = 80);
create index webhook_deliveries_pending on webhook_deliveries (environment_id, endpoint_id, next_attempt_at)
  where status = 'pending';
create index webhook_deliveries_newest on webhook_deliveries (environment_id, created_at desc, id desc);
create index webhook_deliveries_endpoint
  on webhook_deliveries (environment_id, endpoint_id, created_at desc, id desc);
create index webhook_deliveries_resource on webhook_deliveries (environment_id, resource_id);

-- The endpoints that something waits for. It jumps along the index from one endpoint to the next,
-- so a million deliveries that wait for a dead one cost no more than one delivery.
create view webhook_endpoints_waiting as
  with recursive waiting as (
    (
      select environment_id, endpoint_id from webhook_deliveries
      where status = 'pending' order by environment_id, endpoint_id limit 1
    )
    union all
    select next.environment_id, next.endpoint_id
    from waiting cross join lateral (
      select environment_id, endpoint_id from webhook_deliveries d
      where d.status = 'pending'
        and (d.environment_id, d.endpoint_id) > (waiting.environment_id, waiting.endpoint_id)
      order by d.environment_id, d.endpoint_id limit 1
    ) next
  )
  select environment_id, endpoint_id from waiting;

create table webhook_attempts (
  environment_id   object_id not null references environments,
  delivery_id      object_id not null,
  attempt          integer not null,
  at               timestamptz(3) not null,
  duration_ms      integer not null,
  response_status  integer,
  response_body    text,
  error            text,
  primary key (environment_id, delivery_id, attempt)
);

-- The provider's notices, filed before they are answered. Whose they are is known only when applied.
create table provider_inbox (
  id            bigint generated always as identity primary key,
  mode          text not null check (mode in ('test', 'live')),
  kind          text not null check (kind in ('deposit', 'withdraw', 'med')),
  provider_ref  text collate "C",
  status        text,
  digest        bytea not null,
  body          sealed not null,
  times         integer not null default 1,
  tries         integer not null default 0,
  received_at   timestamptz(3) not null default now(),
  due_at        timestamptz default now(),
  outcome       text,
  unique (mode, kind, digest)
);
create index provider_inbox_due on provider_inbox (due_at) where due_at is not null;
create index provider_inbox_ref on provider_inbox (mode, provider_ref);

create table operator_alerts (
  id              bigint generated always as identity primary key,
  environment_id  object_id references environments,
  kind            text not null,
  subject         text collate "C" not null,
  detail          sealed,
  times           integer not null default 1,
  created_at      timestamptz(3) not null default now(),
  updated_at      timestamptz(3) not null default now(),
  unique (kind, subject)
);

create table mails (
  id          bigint generated always as identity primary key,
  account_id  object_id not null references accounts,
  kind        text not null,
  subject     text collate "C" not null,
  created_at  timestamptz(3) not null default now(),
  sent_at     timestamptz(3),
  unique (account_id, kind, subject)
);

-- One row a key that ever sealed a field here: a start without it is refused, not half readable.
create table encryption_keys (
  id          text primary key,
  proof       sealed not null,
  created_at  timestamptz(3) not null default now()
);
