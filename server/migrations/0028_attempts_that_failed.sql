-- An attempt has a row of its own once it has failed. Until then, and when it ends well, its key
-- says all of it, so that a deposit without trouble writes none.

-- What the attempt under way is known to have made at the provider.
alter table idempotency_keys add column provider_ref text collate "C";

-- What was accepted within an hour is counted by what it made; deposits have such an index.
create index withdrawals_made on withdrawals (created_at);
