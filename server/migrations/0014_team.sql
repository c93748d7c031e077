-- Who made a key and when it was last used; who is invited; what programs asked in the last month;
-- how endpoints do; and what members noted on alerts.

create index memberships_newest on memberships (account_id, created_at, user_id);

create table invitations (
  id           object_id primary key,
  account_id   object_id not null references accounts,
  email        text not null check (length(email) between 3 and 254),
  role         text not null check (role in ('owner', 'admin', 'developer', 'viewer')),
  -- SHA-256 of what the link holds, which only the mail has.
  token_hash   bytea not null check (length(token_hash) = 32),
  invited_by   object_id not null references users,
  created_at   timestamptz(3) not null default now(),
  expires_at   timestamptz(3) not null,
  -- Accepted, revoked, or replaced by a later one to the same address.
  ended_at     timestamptz(3),
  accepted_by  object_id references users,
  check (accepted_by is null or ended_at is not null)
);
create unique index invitations_token on invitations (token_hash);
create unique index invitations_open on invitations (account_id, lower(email))
  where ended_at is null;
create index invitations_newest on invitations (account_id, created_at, id) where ended_at is null;
-- How many were sent lately.
create index invitations_sent on invitations (account_id, created_at);

-- What keys asked of the API, written in batches after the answers: a crash loses the last second.
create table api_requests (
  environment_id      object_id not null references environments,
  id                  object_id not null,
  -- The X-Request-Id that the client was told.
  request_id          text collate "C" not null check (length(request_id) <= 64),
  key_id              object_id not null,
  method              text not null check (length(method) <= 10),
  -- As it is registered, and as it was called but for what is no id of ours.
  route               text collate "C" not null check (length(route) <= 200),
  path                text not null check (length(path) <= 400),
  -- The first id in the path, or the id that the answer made.
  resource_id         text collate "C" check (length(resource_id) <= 40),
  status              integer not null check (status between 100 and 599),
  outcome             text not null check (outcome in ('ok', 'client_error', 'server_error')),
  error               text check (length(error) <= 60),
  duration_ms         integer not null check (duration_ms >= 0),
  -- Keyed, so that a request is found by its key; the key itself is in the content.
  idempotency_digest  bytea check (length(idempotency_digest) = 32),
  -- Query, idempotency key, body and a refusal's answer, with people left out of all of them.
  content             sealed,
  created_at          timestamptz(3) not null,
  primary key (environment_id, id)
);
create index api_requests_newest on api_requests (environment_id, created_at, id);
create index api_requests_refused on api_requests (environment_id, outcome, created_at, id)
  where outcome <> 'ok';
create index api_requests_key on api_requests (environment_id, key_id, created_at, id);
create index api_requests_route on api_requests (environment_id, route, created_at, id);
create index api_requests_told on api_requests (environment_id, request_id);
create index api_requests_resource on api_requests (environment_id, resource_id, created_at, id)
  where resource_id is not null;
create index api_requests_idempotency
  on api_requests (environment_id, idempotency_digest, created_at, id)
  where idempotency_digest is not null;

-- Attempts of an endpoint by the hour, in eight parts so that those under way at once do not wait.
create table webhook_hours (
  environment_id  object_id not null references environments,
  endpoint_id     object_id not null,
  hour            timestamptz(3) not null,
  shard           smallint not null,
  succeeded       bigint not null default 0,
  failed          bigint not null default 0,
  primary key (environment_id, endpoint_id, hour, shard)
) with (fillfactor = 50);
create index webhook_hours_age on webhook_hours (hour);

create table webhook_failures (
  environment_id   object_id not null references environments,
  endpoint_id      object_id not null,
  at               timestamptz(3) not null,
  error            text,
  response_status  integer,
  -- How many in a row; nothing has succeeded since the first of them.
  consecutive      integer not null,
  primary key (environment_id, endpoint_id)
) with (fillfactor = 50);

insert into webhook_hours (environment_id, endpoint_id, hour, shard, succeeded, failed)
  select a.environment_id, d.endpoint_id, date_trunc('hour', a.at, 'UTC'), 0,
    count(*) filter (where a.error is null and a.response_status between 200 and 299),
    count(*) filter (where (a.error is null and a.response_status between 200 and 299) is not true)
  from webhook_attempts a
  join webhook_deliveries d on d.environment_id = a.environment_id and d.id = a.delivery_id
  where a.at > now() - interval '8 days'
  group by 1, 2, 3;

alter table reversals add column seen_at timestamptz(3);
create index reversals_unseen on reversals (environment_id, kind, created_at, id)
  where seen_at is null;

create table reversal_notes (
  environment_id  object_id not null references environments,
  id              object_id not null,
  reversal_id     object_id not null,
  written_by      object_id references users,
  text            sealed not null,
  created_at      timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, reversal_id) references reversals (environment_id, id)
);
create index reversal_notes_newest
  on reversal_notes (environment_id, reversal_id, created_at, id);

-- Last, since every call of a key waits for these from here to the end.
alter table api_keys
  -- Null for a key that an operator made.
  add column created_by      object_id references users,
  add column last_used_at    timestamptz(3),
  -- The beginning of the address only: enough to know one's own server by.
  add column last_used_from  text check (length(last_used_from) <= 60);
create index api_keys_newest on api_keys (environment_id, created_at, id);
