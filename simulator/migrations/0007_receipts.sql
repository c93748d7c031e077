-- Where people find the receipts of a partner's payouts; null: at the sandbox's own address.
alter table sandbox.partners add column receipts_url text;
