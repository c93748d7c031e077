-- An attempt has a row of its own once it has failed. Until then, and when it ends well, its key
-- says all of it, so that a deposit without trouble writes none.

-- What the attempt under way is known to have made at the provider.
alter table idempotency_keys add column provider_ref text collate "C";
update idempotency_keys k set provider_ref = a.provider_ref
from provider_attempts a
where k.state = 'running' and a.environment_id = k.environment_id
  and a.resource_id = k.resource_id and a.attempt = k.attempt;

-- What was accepted within an hour is counted by what it made; deposits have such an index.
create index withdrawals_made on withdrawals (created_at);
