-- A link that was asked for under an idempotency key is made once, for as long as it is there.
alter table payment_links
  add column request_key text collate "C" check (length(request_key) between 1 and 300),
  add column fingerprint bytea,
  add constraint keyed_links_tell_their_order check ((request_key is null) = (fingerprint is null));
create unique index payment_links_order on payment_links (environment_id, request_key)
  where request_key is not null and deleted_at is null;
