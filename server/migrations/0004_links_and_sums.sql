-- Payment links, sums kept of deposits, and an index for each filter of a list.

create table payment_links (
  environment_id  object_id not null references environments,
  id              object_id not null,
  -- Public, and nobody's for ever: a deleted link keeps its row.
  slug            text collate "C" not null check (slug ~ '^[2-9a-z]{12,32}$'),
  title           text not null check (char_length(title) between 1 and 120),
  description     text not null check (char_length(description) <= 500),
  -- None: the payer says how much.
  amount_cents    bigint check (amount_cents between 200 and 600000),
  active          boolean not null default true,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  deleted_at      timestamptz(3),
  primary key (environment_id, id)
);
create unique index payment_links_slug on payment_links (slug);
create index payment_links_newest on payment_links (environment_id, created_at, id)
  where deleted_at is null;

-- What the deposits of a wallet, or of a payment link, that are CONFIRMED or REFUNDED now come to.
-- Eight rows each, so that settlements to one wallet rarely wait for each other; a reader adds them
-- up. No sum has a bound: one that is off must not keep money from being booked.
create table deposit_sums (
  environment_id   object_id not null references environments,
  -- A wallet's id or a payment link's.
  subject_id       object_id not null,
  shard            smallint not null check (shard between 0 and 7),
  confirmed_count  bigint not null,
  received_cents   bigint not null,
  refunded_cents   bigint not null,
  primary key (environment_id, subject_id, shard)
) with (fillfactor = 50);

-- Which of the eight rows a deposit counts in: always the same.
create function sum_shard(deposit_id text) returns smallint
  language sql immutable parallel safe
  as 'select (ascii(right(deposit_id, 1)) % 8)::smallint';

-- Nothing is settled between this reading and the end of the migration.
lock table deposits in share row exclusive mode;
insert into deposit_sums
  (environment_id, subject_id, shard, confirmed_count, received_cents, refunded_cents)
select d.environment_id, subject.id, sum_shard(d.id),
  count(*) filter (where d.status = 'CONFIRMED'),
  coalesce(sum(d.net_cents) filter (where d.status = 'CONFIRMED'), 0),
  coalesce(sum(d.net_cents) filter (where d.status = 'REFUNDED'), 0)
from deposits d
cross join lateral (values (d.wallet_id), (d.payment_link_id)) as subject (id)
where d.status in ('CONFIRMED', 'REFUNDED') and subject.id is not null
group by 1, 2, 3;

-- A list is a stretch of one of these, read backward. All columns ascend, so that one comparison of
-- all of them can say where a stretch begins and ends.
drop index deposits_newest;
create index deposits_newest on deposits (environment_id, created_at, id);
drop index withdrawals_newest;
create index withdrawals_newest on withdrawals (environment_id, created_at, id);
drop index reversals_newest;
create index reversals_newest on reversals (environment_id, created_at, id);
create index deposits_status on deposits (environment_id, status, created_at, id);
create index deposits_wallet on deposits (environment_id, wallet_id, status, created_at, id);
create index deposits_link on deposits (environment_id, payment_link_id, created_at, id)
  where payment_link_id is not null;
drop index deposits_external;
create index deposits_external on deposits (environment_id, external_id, created_at, id)
  where external_id is not null;
create index withdrawals_status on withdrawals (environment_id, status, created_at, id);
drop index withdrawals_external;
create index withdrawals_external on withdrawals (environment_id, external_id, created_at, id)
  where external_id is not null;
create index reversals_kind on reversals (environment_id, kind, created_at, id);
create index wallets_newest on wallets (environment_id, created_at, id) where deleted_at is null;
