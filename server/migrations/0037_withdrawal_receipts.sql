-- The URL of the bank's receipt for a payout. It shows who was paid to anyone who has it, so it is
-- sealed. Not a column of withdrawals: adding one of the domain `sealed` would rewrite that table.
create table withdrawal_receipts (
  environment_id  object_id not null,
  withdrawal_id   object_id not null,
  url             sealed not null,
  primary key (environment_id, withdrawal_id)
);
