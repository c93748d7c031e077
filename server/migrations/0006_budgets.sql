-- How many calls a provider still grants, who asked for them lately, and how many requests an API
-- key has sent.

-- One bucket for each kind of call of a connection: `live`, or the environment that is a partner of
-- a strict sandbox. Tokens may be below zero after the provider itself has refused.
create table provider_budgets (
  connection   text collate "C" not null,
  call         text collate "C" not null,
  per_minute   double precision not null check (per_minute > 0),
  burst        double precision not null check (burst >= 1),
  tokens       double precision not null,
  -- In the future where a burst has just begun: tokens come back only from then on.
  refilled_at  timestamptz not null,
  primary key (connection, call)
) with (fillfactor = 50);

-- What each environment took lately, halved with every minute, and its place among those who wait.
create table provider_shares (
  environment_id  object_id not null references environments,
  connection      text collate "C" not null,
  call            text collate "C" not null,
  used            double precision not null check (used >= 0),
  used_at         timestamptz not null,
  waits_since     timestamptz,
  waits_until     timestamptz,
  primary key (environment_id, connection, call),
  check ((waits_since is null) = (waits_until is null))
) with (fillfactor = 50);
create index provider_shares_waiting on provider_shares (connection, call, waits_until)
  where waits_until is not null;

-- Requests of a key within the present window, in the shape that the limiter's library asks for.
-- Unlogged: a crash forgets them, which lets a burst through and costs no write-ahead log.
create unlogged table rate_limits (
  key     varchar(255) primary key,
  points  integer not null default 0,
  expire  bigint
) with (fillfactor = 50);
