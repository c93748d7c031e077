-- As many deposits in the gateway's own tables as the bare ones begin with.
create schema bench;

create table bench.tenants (
  number          integer primary key,
  environment_id  text not null,
  wallet_id       text not null
);
insert into bench.tenants
select row_number() over (order by environment_id, id), environment_id, id from wallets;

insert into deposits (environment_id, id, status, wallet_id, liquid_address, tax_id, amount_cents,
  fee_cents, total_cents, net_cents, settled_cents, split_cents, split_basis_points,
  provider_fee_cents, pass_fees_to_payer, provider_ref, pix_qr_code, created_at, expires_at,
  updated_at, confirmed_at, look_at)
select environment_id, 'dep_0' || lpad(to_hex(n), 25, '0'), 'CONFIRMED', wallet_id,
  repeat('0', 42), 'v1:k1:' || repeat('0', 56), 5000, 199, 5199, 5000, 5000, 100, 192, 99, true,
  md5('former' || n), repeat('0', 160), at, at, at, at, null
from generate_series(1, coalesce(current_setting('bench.former', true), '200000')::integer) n
join bench.tenants on number = 1 + n % (select count(*) from bench.tenants)
cross join lateral (select now() - interval '1 day' + n * interval '1 ms') as made (at);
