\set number random(1, 100)
with fresh as (
  select 'dep_0' || left(hex, 12) || right(hex, 13) as id, hex, environment_id, wallet_id,
    gen_random_uuid() as nonce
  from bench.tenants, replace(uuidv7()::text, '-', '') as made (hex) where number = :number::integer
), claimed as (
  insert into idempotency_keys (environment_id, key, fingerprint, operation, resource_id, state,
    nonce, response_status, response)
  select environment_id, nonce::text, decode(repeat('00', 32), 'hex'), 'deposit', id, 'done', nonce,
    201, concat('v1', chr(58), repeat('0', 700))
  from fresh
  on conflict do nothing
  returning environment_id, resource_id
)
insert into deposits (environment_id, id, status, wallet_id, liquid_address, tax_id, amount_cents,
  fee_cents, total_cents, net_cents, settled_cents, split_cents, split_basis_points,
  provider_fee_cents, pass_fees_to_payer, provider_ref, pix_qr_code, created_at, expires_at,
  updated_at, look_at)
select environment_id, id, 'PENDING', wallet_id, repeat('0', 42), concat('v1', chr(58), repeat('0', 56)), 5000,
  199, 5199, 5000, 5000, 100, 192, 99, true, hex, repeat('0', 160), now(),
  now() + interval '20 minutes', now(), now() + interval '10 seconds'
from fresh join claimed using (environment_id);
