-- Environments take turns in what is looked at on the chain: from one to the next, whatever is due of
-- each. What has waited longest of all is still found by the time alone. Settlements wait for the last
-- of these only.
create index withdrawal_fundings_turns on withdrawal_fundings (environment_id, look_at)
  where look_at is not null;
create index wallet_addresses_turns on wallet_addresses (environment_id, look_at)
  where look_at is not null;
create index deposit_checks_turns on deposit_checks (environment_id, look_at)
  where look_at is not null;
