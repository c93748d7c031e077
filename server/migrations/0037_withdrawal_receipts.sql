-- Where the bank's receipt of a payout can be read. Anyone who has the address sees who was paid, so it
-- is sealed. Not a column of withdrawals: adding one of the domain `sealed` rewrites that table.
create table withdrawal_receipts (
  environment_id  object_id not null,
  withdrawal_id   object_id not null,
  url             sealed not null,
  primary key (environment_id, withdrawal_id)
);
