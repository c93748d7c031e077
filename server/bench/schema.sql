-- The least that a deposit could be stored in: what the gateway is measured against.
create schema bare;

create table bare.accounts (
  id          integer primary key
);

create table bare.wallets (
  id          integer primary key,
  account_id  integer not null references bare.accounts
);

create table bare.keys (
  account_id  integer not null,
  key         text not null,
  deposit_id  uuid not null,
  response    text not null,
  created_at  timestamptz not null default now(),
  primary key (account_id, key)
) with (fillfactor = 80);

create table bare.deposits (
  id            uuid primary key,
  account_id    integer not null references bare.accounts,
  wallet_id     integer not null references bare.wallets,
  status        text not null check (status in ('PENDING', 'CONFIRMED', 'FAILED', 'REFUNDED')),
  amount_cents  bigint not null check (amount_cents between 200 and 600000),
  fee_cents     bigint not null,
  total_cents   bigint not null,
  pix_qr_code   text not null,
  created_at    timestamptz not null default now()
);
create index on bare.deposits (account_id, created_at);

create table bare.outbox (
  id          bigint generated always as identity primary key,
  deposit_id  uuid not null,
  kind        text not null,
  body        text not null,
  ready_at    timestamptz not null default now(),
  sent_at     timestamptz
);
create index on bare.outbox (ready_at) where sent_at is null;

insert into bare.accounts select generate_series(1, 100);
insert into bare.wallets select n, n from generate_series(1, 100) n;
-- Found again by their number, which is all that a reader of random rows has.
insert into bare.deposits
  (id, account_id, wallet_id, status, amount_cents, fee_cents, total_cents, pix_qr_code, created_at)
select md5(n::text)::uuid, 1 + n % 100, 1 + n % 100, 'PENDING', 5000, 199, 5199, repeat('0', 160),
  now() - interval '1 day' + n * interval '1 ms'
from generate_series(1, coalesce(current_setting('bench.former', true), '200000')::integer) n;
