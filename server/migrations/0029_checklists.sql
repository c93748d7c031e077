-- Each environment has a list of its own of what is left to set up; until now an account had one,
-- which was that of test mode.
alter table checklists add column environment_id object_id references environments;
update checklists c set environment_id = e.id
  from environments e where e.account_id = c.account_id and e.mode = 'test';
-- The old key goes with its column.
alter table checklists drop column account_id;
alter table checklists add primary key (environment_id);

-- When its provider was first there.
alter table checklists add column provider_at timestamptz(3);
