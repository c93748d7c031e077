-- What the worker does at intervals takes as long as what it finds, whatever is stored besides.

-- Resting keys lay among all that ever failed.
create index idempotency_keys_resting on idempotency_keys (updated_at) where state = 'resting';
create index idempotency_keys_failed on idempotency_keys (updated_at) where state = 'failed';
drop index idempotency_keys_ended;

-- Whose a charge may be that nobody was shown: calls that are out, and those of unknown outcome.
drop index provider_attempts_open;
create index provider_attempts_open on provider_attempts (started_at)
  where outcome is null or outcome in ('unknown', 'late');

-- What was sent, or given up, is forgotten by its age.
create index mails_ended on mails (created_at) where due_at is null;

-- Unpaid charges that nobody was shown are watched for two days, and stay for ever.
drop index orphans_unpaid;
create index orphans_unpaid on orphans (found_at) where paid_at is null;

-- A balance reads no address but those where DePix lies, however many a descriptor's wallet has.
create index wallet_addresses_first on wallet_addresses (environment_id, wallet_id)
  where branch = 0 and position = 0;
create index wallet_addresses_held on wallet_addresses (environment_id, wallet_id) include (units)
  where units > 0;
create index wallet_addresses_oldest on wallet_addresses (environment_id, wallet_id, checked_at)
  where state = 'known';
create index wallet_addresses_overdue on wallet_addresses (environment_id, wallet_id, look_at)
  where state = 'known';
create index wallet_addresses_unknown
  on wallet_addresses (environment_id, wallet_id, state, branch, position)
  where state <> 'known';

-- What an account moved in 30 days is added up from the index alone; so is the last failed call.
drop index deposits_confirmed;
create index deposits_confirmed on deposits (environment_id, confirmed_at)
  include (net_cents, fee_cents, amount_cents) where status = 'CONFIRMED';
create index provider_attempts_failed on provider_attempts (environment_id, started_at)
  where outcome in ('not_executed', 'unknown', 'late');
