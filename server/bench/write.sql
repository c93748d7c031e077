\set number random(1, 100)
with fresh as (
  select uuidv7() as id, gen_random_uuid()::text as key
), claimed as (
  insert into bare.keys (account_id, key, deposit_id, response)
  select :number::integer, key, id, repeat('0', 500) from fresh
  on conflict do nothing
  returning account_id, deposit_id
), deposit as (
  insert into bare.deposits
    (id, account_id, wallet_id, status, amount_cents, fee_cents, total_cents, pix_qr_code)
  select deposit_id, account_id, account_id, 'PENDING', 5000, 199, 5199, repeat('0', 160)
  from claimed
  returning id
)
insert into bare.outbox (deposit_id, kind, body)
select id, 'deposit.created', repeat('0', 400) from deposit;
