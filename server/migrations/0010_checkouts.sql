-- What payers are told of who sells to them: by the owner or the operator, all of it optional.
alter table accounts
  add column name     text check (char_length(name) between 1 and 80),
  add column contact  text check (char_length(contact) between 1 and 120),
  add column website  text check (char_length(website) between 1 and 2048);

-- A payer who asked for a code on the page of a link. The deposit itself may not be there yet.
create table checkouts (
  environment_id   object_id not null references environments,
  -- Of the deposit that this is to become; the idempotency key owns the same id.
  deposit_id       object_id not null,
  payment_link_id  object_id not null,
  -- Names the payer's own page, and opens it to whoever has it.
  token            text collate "C" not null check (token ~ '^[0-9A-Za-z]{22}$'),
  -- The form's own name for this one try, so that sending the same twice is asking once.
  attempt          text collate "C" not null check (length(attempt) between 1 and 64),
  -- Keyed digests: who pays how much, and from which address. The latter is soon forgotten.
  order_digest     bytea not null check (length(order_digest) = 32),
  amount_cents     bigint not null check (amount_cents between 200 and 600000),
  payer_address    bytea check (length(payer_address) = 32),
  -- Why there will be no code: an error's name, and the most that this payer may pay.
  refusal          text,
  limit_cents      bigint check (limit_cents > 0),
  created_at       timestamptz(3) not null default now(),
  primary key (environment_id, deposit_id),
  foreign key (environment_id, payment_link_id) references payment_links (environment_id, id)
);
create unique index checkouts_token on checkouts (token);
create unique index checkouts_attempt
  on checkouts (environment_id, payment_link_id, attempt, order_digest);
create index checkouts_link on checkouts (environment_id, payment_link_id, created_at);
create index checkouts_address on checkouts (payer_address, created_at)
  where payer_address is not null;
