-- What the Liquid chain itself says of what the provider told us.

-- With a blinding key or a descriptor the amounts at an address can be read. Neither can spend.
alter table wallets
  add column blinding_key sealed,
  add column descriptor   sealed,
  -- The next address of the descriptor that a deposit is given; 0 is the wallet's own.
  add column next_position integer not null default 1 check (next_position >= 1),
  add check (blinding_key is null or descriptor is null);

-- Every address of a wallet that is watched, and what was last seen there.
create table wallet_addresses (
  environment_id  object_id not null,
  wallet_id       object_id not null,
  -- 0 receives; 1 is the wallet's own change, which only a descriptor has.
  branch          smallint not null check (branch in (0, 1)),
  position        integer not null check (position >= 0),
  liquid_address  text not null,
  -- `unobservable`: something is there whose amount our keys do not open.
  state           text not null default 'unchecked'
                    check (state in ('unchecked', 'known', 'unobservable', 'unavailable')),
  -- Of DePix, in units of 10^-8; known only in the state of that name.
  units           bigint check (units >= 0),
  -- How many are known to have touched it: from one on, a wallet that scans stops 20 later.
  transactions    integer not null default 0,
  -- Of a descriptor: the deposit that it was given to last.
  deposit_id      object_id,
  given_at        timestamptz(3),
  checked_at      timestamptz(3),
  looks           integer not null default 0,
  -- How many looks in a row found what was known.
  unchanged       integer not null default 0,
  look_at         timestamptz,
  primary key (environment_id, wallet_id, branch, position),
  foreign key (environment_id, wallet_id) references wallets,
  check ((state = 'known') = (units is not null)),
  check ((deposit_id is null) = (given_at is null))
);
create index wallet_addresses_due on wallet_addresses (look_at) where look_at is not null;
-- However often an order is taken up again, it has one address.
create unique index wallet_addresses_given on wallet_addresses (environment_id, deposit_id)
  where deposit_id is not null;
create index wallet_addresses_used on wallet_addresses (environment_id, wallet_id, branch, position)
  where transactions > 0;
create index wallet_addresses_unused on wallet_addresses (environment_id, wallet_id, given_at)
  where transactions = 0 and given_at is not null;
create index wallet_addresses_address on wallet_addresses (environment_id, liquid_address);

-- Outputs that were opened once, so that none is opened at every look.
create table wallet_outputs (
  environment_id  object_id not null,
  wallet_id       object_id not null,
  tx_id           text not null,
  vout            integer not null,
  -- The address that it pays.
  branch          smallint not null,
  position        integer not null,
  -- Null: our keys do not open it.
  is_depix        boolean,
  units           bigint,
  primary key (environment_id, wallet_id, tx_id, vout),
  foreign key (environment_id, wallet_id) references wallets,
  check ((is_depix is null) = (units is null))
);

-- Whether the transaction that the provider named really paid a deposit.
create table deposit_checks (
  environment_id  object_id not null,
  deposit_id      object_id not null,
  tx_id           text not null,
  state           text not null default 'unchecked'
                    check (state in ('unchecked', 'seen', 'confirmed', 'mismatch', 'unobservable')),
  -- Why it is a mismatch.
  fault           text check (fault in
                    ('missing', 'other_address', 'other_asset', 'other_amount', 'counted_before', 'forged')),
  vout            integer,
  confirmations   integer not null default 0 check (confirmations >= 0),
  block_hash      text,
  asset_ok        boolean,
  amount_ok       boolean,
  -- What the output holds, in units of 10^-8, where it can be read.
  units           bigint,
  -- The transaction without its witnesses: its id and every commitment can be computed of it.
  transaction     bytea,
  -- The output's asset and blinding factors, where it is confidential and our key opens it.
  opening         sealed,
  checked_at      timestamptz(3),
  -- Since when a server that answers does not know the transaction.
  missing_since   timestamptz(3),
  -- Since when it is in this state, for this reason.
  state_since     timestamptz(3) not null default now(),
  looks           integer not null default 0,
  look_at         timestamptz,
  primary key (environment_id, deposit_id),
  check ((state = 'mismatch') = (fault is not null))
);
create index deposit_checks_due on deposit_checks (look_at) where look_at is not null;
create index deposit_checks_mismatches on deposit_checks (environment_id, checked_at)
  where state = 'mismatch';
-- One output pays one deposit, whatever the provider says.
create unique index deposit_checks_output on deposit_checks (environment_id, tx_id, vout)
  where vout is not null;

-- What was sent to the address of a withdrawal, as far as it can be seen.
create table withdrawal_fundings (
  environment_id  object_id not null,
  withdrawal_id   object_id not null,
  state           text not null default 'unchecked'
                    check (state in ('unchecked', 'seen', 'confirmed')),
  tx_id           text,
  confirmations   integer not null default 0 check (confirmations >= 0),
  -- What is wrong with it, as far as it can be told.
  problem         text check (problem in ('short', 'over', 'late', 'other_asset', 'not_taken')),
  -- Of DePix, in units of 10^-8; null where it is confidential.
  units           bigint,
  -- These three by the environment's clock, as the withdrawal's own times.
  seen_at         timestamptz(3),
  confirmed_at    timestamptz(3),
  checked_at      timestamptz(3),
  looks           integer not null default 0,
  look_at         timestamptz,
  primary key (environment_id, withdrawal_id)
);
create index withdrawal_fundings_due on withdrawal_fundings (look_at) where look_at is not null;

-- Whoever writes a transaction's id down, also an older release, opens its check by that.
create function open_deposit_check() returns trigger language plpgsql as $$
begin
  insert into deposit_checks (environment_id, deposit_id, tx_id, look_at)
    values (new.environment_id, new.id, new.blockchain_tx_id, now())
    on conflict do nothing;
  return null;
end $$;
create trigger deposits_checked after update of blockchain_tx_id on deposits
  for each row when (old.blockchain_tx_id is null and new.blockchain_tx_id is not null)
  execute function open_deposit_check();

create function open_withdrawal_funding() returns trigger language plpgsql as $$
begin
  insert into withdrawal_fundings (environment_id, withdrawal_id, look_at)
    values (new.environment_id, new.id, now());
  return null;
end $$;
create trigger withdrawals_watched after insert on withdrawals
  for each row execute function open_withdrawal_funding();

-- What the provider says of a withdrawal may mean that there is something to see.
create function hasten_withdrawal_funding() returns trigger language plpgsql as $$
begin
  update withdrawal_fundings set look_at = now()
    where environment_id = new.environment_id and withdrawal_id = new.id;
  return null;
end $$;
create trigger withdrawals_told after update of status, blockchain_tx_id on withdrawals
  for each row when (old.status <> new.status
    or old.blockchain_tx_id is distinct from new.blockchain_tx_id)
  execute function hasten_withdrawal_funding();

-- What only the holder of a blinding key sees is never asked about.
create function watch_wallet() returns trigger language plpgsql as $$
begin
  insert into wallet_addresses (environment_id, wallet_id, branch, position, liquid_address, look_at)
    values (new.environment_id, new.id, 0, 0, new.liquid_address,
      case when new.confidential and new.blinding_key is null then null else now() end);
  return null;
end $$;
-- The addresses of a descriptor are the server's to make.
create trigger wallets_watched after insert on wallets
  for each row when (new.descriptor is null) execute function watch_wallet();

-- The sandbox told ids of transactions that it never made, until now. What is new comes first: a
-- server grants few calls.
insert into deposit_checks (environment_id, deposit_id, tx_id, look_at)
  select d.environment_id, d.id, d.blockchain_tx_id, now() + random() * interval '7 days'
  from deposits d join environments e on e.id = d.environment_id
  where e.mode = 'live' and d.blockchain_tx_id is not null
    and d.created_at > now() - interval '90 days';
insert into withdrawal_fundings (environment_id, withdrawal_id, look_at)
  select environment_id, id, now() from withdrawals where status in ('PENDING', 'PROCESSING');
insert into wallet_addresses (environment_id, wallet_id, branch, position, liquid_address, look_at)
  select environment_id, id, 0, 0, liquid_address, case when confidential then null else now() end
  from wallets where deleted_at is null;
