-- A figure goes once looks have failed for an hour. How long ago the last one succeeded says nothing
-- of that: an address that rests is looked at every six hours.
alter table wallet_addresses add column failing_since timestamptz;

-- A name that an agent chose is one order's, of one tool; null where it was given before.
alter table agent_orders add column tool text;

-- A notice that names a transaction tells of a payment, whatever its status says.
alter table provider_inbox add column names_transaction boolean not null default false;
