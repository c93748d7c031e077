-- Whether what was taken back had been confirmed, or a MED was filed. Processes of an older release
-- write none.
alter table reversals add column disputed boolean not null default true;

update reversals r set disputed = false
from deposits d join environments e on e.id = d.environment_id
where d.environment_id = r.environment_id and d.id = r.deposit_id and d.confirmed_at is null
  and not exists (
    select from provider_inbox i
    where i.mode = e.mode and i.provider_ref = d.provider_ref and i.kind = 'med'
  );
