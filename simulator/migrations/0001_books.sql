-- The sandbox provider's own books. Business times follow a partner's clock, due times the database's.

create table sandbox.secrets (
  only_row boolean primary key default true check (only_row),
  address_seed bytea not null
);

create table sandbox.partners (
  name text primary key,
  clock_offset_ms bigint not null default 0,
  switches jsonb not null default '{}',
  webhook_url text,
  webhook_secret text
);

create table sandbox.blocked_payers (
  partner text not null references sandbox.partners,
  euid text not null,
  primary key (partner, euid)
);

create table sandbox.charges (
  seq bigint generated always as identity,
  id text primary key,
  partner text not null references sandbox.partners,
  nonce text not null,
  -- The nonce again where it makes the call repeatable, which only the legacy generation does.
  replay_key text,
  amount_in_cents bigint not null check (amount_in_cents > 0),
  -- Never 'expired': that is read from expires_at and the partner's clock.
  status text not null check (status in ('pending', 'under_review', 'approved', 'delayed',
    'depix_sent', 'will_refund', 'refunded', 'canceled', 'error')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  informed_tax_number text,
  informed_name text,
  informed_euid text,
  depix_address text,
  split_address text,
  split_fee text,
  delay_hours integer,
  merchant_id text,
  paid_at timestamptz,
  paid_in_cents bigint,
  payer_tax_number text,
  payer_euid text,
  payer_name text,
  bank_tx_id text,
  blockchain_tx_id text,
  delay_until timestamptz,
  rejection_reasons jsonb not null default '[]',
  unique (partner, replay_key)
);
create index on sandbox.charges (partner, created_at, seq);
create index on sandbox.charges (partner, payer_euid, paid_at) where paid_at is not null;

create table sandbox.withdrawals (
  seq bigint generated always as identity,
  id text primary key,
  partner text not null references sandbox.partners,
  nonce text not null,
  replay_key text,
  pix_key text not null,
  tax_number text,
  euid text,
  deposit_address text not null unique,
  deposit_amount_in_cents bigint not null check (deposit_amount_in_cents > 0),
  payout_amount_in_cents bigint not null check (payout_amount_in_cents > 0),
  status text not null check (status in ('unsent', 'sending', 'sent', 'error', 'canceled',
    'refunded')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  funded_at timestamptz,
  -- Stablecoin that arrived and is not paid out: too far from the amount, or after expiration.
  mishap text check (mishap in ('off_amount', 'late')),
  blockchain_tx_id text,
  receipt_url text,
  central_bank_id text,
  receiver_name text,
  transferred_at timestamptz,
  unique (partner, replay_key)
);
create index on sandbox.withdrawals (partner, seq);
create index on sandbox.withdrawals (partner, pix_key, created_at);

-- What a charge or withdrawal is still to become, and when.
create table sandbox.steps (
  seq bigint generated always as identity primary key,
  partner text not null references sandbox.partners,
  kind text not null check (kind in ('charge', 'withdrawal')),
  subject text not null,
  status text not null,
  due_at timestamptz not null,
  -- A withheld amount is released on the partner's clock, so moving that clock moves due_at.
  follows_clock boolean not null default false
);
create index on sandbox.steps (kind, due_at);
create index on sandbox.steps (subject, seq);
create index on sandbox.steps (partner) where follows_clock;

create table sandbox.notices (
  seq bigint generated always as identity primary key,
  partner text not null references sandbox.partners,
  kind text not null check (kind in ('deposit', 'withdraw', 'med')),
  -- Notices of one queue go out one after the other; without a queue they go out in any order.
  queue text,
  body text not null,
  state text not null check (state in ('owed', 'attempted', 'dropped')),
  due_at timestamptz not null,
  leased_until timestamptz
);
create index on sandbox.notices (seq) where state = 'owed';
create index on sandbox.notices (queue, seq) where state = 'owed';

-- Faults that calls are to meet: of one nonce, or of whatever call to a path comes next.
create table sandbox.faults (
  seq bigint generated always as identity primary key,
  partner text not null references sandbox.partners,
  nonce text,
  path text,
  fault jsonb not null,
  -- Null: every call meets it.
  remaining integer,
  check ((nonce is null) <> (path is null)),
  unique (partner, nonce),
  unique (partner, path)
);

-- Call budgets of the strict mode: token buckets.
create table sandbox.budgets (
  partner text not null references sandbox.partners,
  path text not null,
  tokens double precision not null,
  refilled_at timestamptz not null,
  primary key (partner, path)
);
