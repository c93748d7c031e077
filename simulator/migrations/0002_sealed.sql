-- What the books hold of people and secrets becomes sealed; what is searched by gets a digest.
-- The rows that are there are sealed by the program, right after this file.

alter table sandbox.secrets add column proof text;

alter table sandbox.charges add column payer_index text;
drop index sandbox.charges_partner_payer_euid_paid_at_idx;
create index on sandbox.charges (partner, payer_index, paid_at) where paid_at is not null;

alter table sandbox.withdrawals add column pix_key_index text;
drop index sandbox.withdrawals_partner_pix_key_created_at_idx;
create index on sandbox.withdrawals (partner, pix_key_index, created_at);

alter table sandbox.blocked_payers rename column euid to payer_index;

alter table sandbox.faults alter column fault type text using fault::text;
