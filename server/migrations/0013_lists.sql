-- Lists of every filter, sums of any period, what was ordered by a person, and what is left to set
-- up.

-- What needs no new column comes first: meanwhile deposits can be read.

-- What a period came to is added up from this alone.
create index deposits_confirmed on deposits (environment_id, confirmed_at)
  include (net_cents, fee_cents) where status = 'CONFIRMED';

-- What people search by besides ids and names of orders.
create index deposits_transaction on deposits (environment_id, blockchain_tx_id, created_at, id)
  where blockchain_tx_id is not null;
create index withdrawals_transaction
  on withdrawals (environment_id, blockchain_tx_id, created_at, id)
  where blockchain_tx_id is not null;
create index withdrawals_end_to_end
  on withdrawals (environment_id, pix_end_to_end_id, created_at, id)
  where pix_end_to_end_id is not null;

-- Ordered by a signed-in person; what came by a link says so by its link.
alter table deposits add column from_panel boolean not null default false;
alter table withdrawals add column from_panel boolean not null default false;

-- Several filters at once are looked through in the index alone, so it carries what they ask for.
drop index deposits_newest;
create index deposits_newest on deposits (environment_id, created_at, id)
  include (status, wallet_id, payment_link_id, from_panel, amount_cents);
drop index withdrawals_newest;
create index withdrawals_newest on withdrawals (environment_id, created_at, id)
  include (status, amount_cents);

-- A wallet that came with the account, to rehearse with: its owner has yet to register one.
alter table wallets add column is_rehearsal boolean not null default false;

-- What an account has set up, and when first; null while it has not.
create table checklists (
  account_id  object_id primary key references accounts,
  is_hidden   boolean not null default false,
  email_at    timestamptz(3),
  wallet_at   timestamptz(3),
  key_at      timestamptz(3),
  payment_at  timestamptz(3),
  webhook_at  timestamptz(3)
);
