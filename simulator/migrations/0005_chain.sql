-- The sandbox's own Liquid chain: its blocks come with the database's clock and need no rows.

create table sandbox.chain (
  only_row boolean primary key default true check (only_row),
  -- An hour ago, so that the chain has a past from its first transaction on.
  genesis_at timestamptz not null default clock_timestamp() - interval '1 hour',
  block_interval interval not null default '1 second' check (block_interval > '0')
);
insert into sandbox.chain default values;

create view sandbox.chain_tip as
  select floor(extract(epoch from clock_timestamp() - genesis_at)
    / extract(epoch from block_interval))::bigint as tip, genesis_at, block_interval
  from sandbox.chain;

-- Every payment is a pair: a coin out of nothing, and the transaction that spends it.
create table sandbox.chain_transactions (
  seq bigint generated always as identity,
  tx_id text primary key,
  coin_tx_id text not null unique,
  coin_height bigint not null,
  -- Beyond the tip it waits for its block; null once a reorganisation has dropped it for good.
  block_height bigint,
  salt text not null,
  -- What it pays, to whom; without a key nothing is hidden.
  script text not null,
  script_hash text not null generated always as (encode(sha256(decode(script, 'hex')), 'hex')) stored,
  address text not null,
  blinding_public_key text,
  asset text not null,
  units bigint not null check (units > 0),
  -- Asset that a forged range proof names in place of the one committed to.
  claimed_asset text,
  -- Without its witnesses, and with them once somebody has asked for those.
  stripped bytea not null,
  complete bytea
);
create index on sandbox.chain_transactions (script_hash, block_height desc, seq desc);

-- From this height on, the blocks are others than they were.
create table sandbox.chain_reorganisations (
  seq bigint generated always as identity primary key,
  from_height bigint not null
);

-- What goes wrong when the charge is settled.
alter table sandbox.charges add column chain_fault text check (chain_fault in
  ('short', 'over', 'other_asset', 'other_address', 'missing', 'forged', 'unblinded'));

-- A fault of the chain is met by whoever asks about its subject, in whose name does not matter.
create index on sandbox.faults (path) where path is not null;
