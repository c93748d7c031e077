-- Accounts, their two environments (the tenants), API keys and wallets.
-- Every tenant table's key begins with environment_id, so that tenants can be spread over servers.

create domain object_id as text collate "C" check (value ~ '^[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}$');
create domain sealed as text collate "C" check (value like 'v1:%');

create table accounts (
  id          object_id primary key,
  email       text not null,
  created_at  timestamptz(3) not null default now()
);
create unique index accounts_email on accounts (lower(email));

create table environments (
  id                           object_id primary key,
  account_id                   object_id not null references accounts,
  mode                         text not null check (mode in ('test', 'live')),
  deposit_fee_basis_points     integer not null default 200 check (deposit_fee_basis_points between 0 and 9999),
  deposit_fee_fixed_cents      bigint not null default 99 check (deposit_fee_fixed_cents between 0 and 199),
  withdrawal_fee_basis_points  integer not null default 0 check (withdrawal_fee_basis_points between 0 and 9999),
  withdrawal_fee_fixed_cents   bigint not null default 0 check (withdrawal_fee_fixed_cents between 0 and 10000),
  deposits_enabled             boolean not null default true,
  withdrawals_enabled          boolean not null default true,
  read_rate                    integer not null default 100 check (read_rate > 0),
  read_burst                   integer not null default 200 check (read_burst > 0),
  money_rate                   integer not null default 20 check (money_rate > 0),
  money_burst                  integer not null default 40 check (money_burst > 0),
  clock_offset_ms              bigint not null default 0 check (clock_offset_ms = 0 or mode = 'test'),
  created_at                   timestamptz(3) not null default now(),
  unique (account_id, mode),
  -- The provider has no split on withdrawals, so nothing could collect a live fee.
  constraint live_withdrawals_are_free
    check (mode = 'test' or (withdrawal_fee_basis_points = 0 and withdrawal_fee_fixed_cents = 0))
);

-- Business time of an environment: database time, moved by the offset a test environment may have.
create function environment_now(environment text) returns timestamptz(3)
  language sql stable
  as 'select now() + clock_offset_ms * interval ''1 ms'' from environments where id = environment';

create table api_keys (
  environment_id  object_id not null references environments,
  id              object_id not null,
  name            text not null,
  secret_hash     bytea not null check (length(secret_hash) = 32),
  last_four       text not null,
  scopes          text[] not null,
  created_at      timestamptz(3) not null default now(),
  expires_at      timestamptz(3),
  revoked_at      timestamptz(3),
  primary key (environment_id, id)
);
create unique index api_keys_by_id on api_keys (id);

create table wallets (
  environment_id  object_id not null references environments,
  id              object_id not null,
  liquid_address  text not null,
  network         text not null check (network in ('liquid', 'testnet', 'regtest')),
  confidential    boolean not null,
  label           text not null,
  is_default      boolean not null,
  created_at      timestamptz(3) not null,
  deleted_at      timestamptz(3),
  primary key (environment_id, id),
  check (not (is_default and deleted_at is not null))
);
create unique index wallets_address on wallets (environment_id, liquid_address) where deleted_at is null;
create unique index wallets_default on wallets (environment_id) where is_default;
