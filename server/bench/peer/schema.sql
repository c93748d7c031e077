create table accounts (
  id    uuid primary key default gen_random_uuid(),
  name  text not null
);

create table api_keys (
  id           uuid primary key default gen_random_uuid(),
  account_id   uuid not null references accounts,
  secret_hash  text not null unique,
  revoked_at   timestamptz
);

create table wallets (
  id              uuid primary key default gen_random_uuid(),
  account_id      uuid not null references accounts,
  liquid_address  text not null,
  is_default      boolean not null
);
create index on wallets (account_id);

create table idempotency_keys (
  account_id       uuid not null references accounts,
  key              text not null,
  request_hash     text not null,
  state            text not null check (state in ('running', 'done')),
  response_status  integer,
  response         jsonb,
  created_at       timestamptz not null default now(),
  primary key (account_id, key)
);

create table deposits (
  id            uuid primary key,
  account_id    uuid not null references accounts,
  wallet_id     uuid not null references wallets,
  status        text not null check (status in ('PENDING', 'CONFIRMED', 'FAILED', 'REFUNDED')),
  amount_cents  integer not null check (amount_cents between 200 and 600000),
  fee_cents     integer not null,
  total_cents   integer not null,
  tax_id        text not null,
  provider_ref  text not null unique,
  pix_qr_code   text not null,
  expires_at    timestamptz not null,
  created_at    timestamptz not null default now()
);
create index on deposits (account_id, created_at);

with account as (
  insert into accounts (name) select 'shop ' || n from generate_series(1, 100) n returning id, name
), wallet as (
  insert into wallets (account_id, liquid_address, is_default)
  select id, 'ex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz9tp5nf6', true from account
)
insert into api_keys (account_id, secret_hash)
select id, encode(sha256(convert_to('peer-' || name, 'UTF8')), 'hex') from account;

insert into deposits (id, account_id, wallet_id, status, amount_cents, fee_cents, total_cents, tax_id,
  provider_ref, pix_qr_code, expires_at, created_at)
select gen_random_uuid(), account_id, id, 'CONFIRMED', 5000, 199, 5199, '12345678909',
  md5('former' || n), repeat('0', 160), at, at
from (select *, row_number() over () as number from wallets) w
join generate_series(1, coalesce(current_setting('bench.former', true), '200000')::integer) n
  on number = 1 + n % 100
cross join lateral (select now() - interval '1 day' + n * interval '1 ms') as made (at);
