-- The least that a deposit could be stored in: what the gateway's own tables are measured against.
create schema bare;

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
  account_id    integer not null,
  status        text not null check (status in ('PENDING', 'CONFIRMED', 'FAILED', 'REFUNDED')),
  amount_cents  bigint not null check (amount_cents between 200 and 600000),
  fee_cents     bigint not null,
  total_cents   bigint not null,
  pix_qr_code   text not null,
  created_at    timestamptz not null default now()
);
create index on bare.deposits (account_id, created_at);

create table bare.events (
  id          bigint generated always as identity primary key,
  deposit_id  uuid not null,
  kind        text not null,
  body        text not null,
  sent_at     timestamptz
);
create index on bare.events (id) where sent_at is null;

-- Found again by their number, which is all that a reader of random rows has.
insert into bare.deposits (id, account_id, status, amount_cents, fee_cents, total_cents, pix_qr_code)
select md5(n::text)::uuid, 1 + n % 100, 'PENDING', 5000, 199, 5199, repeat('0', 160)
from generate_series(1, 10000) n;
analyze bare.deposits;
