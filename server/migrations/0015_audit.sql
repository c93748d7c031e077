-- What people and operators did: rows that are only ever added, each sealed to the one before by a
-- hash, so that a change, a row taken out and one put in between are found.

create table audit_entries (
  -- Without a gap, in the order of the commits.
  sequence       bigint primary key check (sequence > 0),
  id             object_id not null unique,
  created_at     timestamptz(3) not null,
  actor_kind     text not null check (actor_kind in ('person', 'operator', 'key', 'cli', 'system')),
  actor_id       object_id,
  -- An e-mail address, a key's name, or who was at the command line.
  actor_label    text collate "C" not null check (length(actor_label) <= 300),
  -- No foreign keys: what was done outlives what it was done to.
  account_id     object_id,
  mode           text check (mode in ('test', 'live')),
  action         text collate "C" not null check (length(action) between 1 and 80),
  subject        text collate "C" check (length(subject) between 1 and 200),
  reason         text check (char_length(reason) between 1 and 500),
  details        jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  address        text check (length(address) <= 60),
  previous_hash  bytea not null check (length(previous_hash) = 32),
  hash           bytea not null unique check (length(hash) = 32)
);
create index audit_entries_newest on audit_entries (created_at, id);
create index audit_entries_account on audit_entries (account_id, created_at, id);
create index audit_entries_account_label
  on audit_entries (account_id, actor_label, created_at, id);
create index audit_entries_actor on audit_entries (actor_id, created_at, id);
create index audit_entries_kind on audit_entries (actor_kind, created_at, id);
create index audit_entries_label on audit_entries (actor_label, created_at, id);
create index audit_entries_subject on audit_entries (subject, created_at, id);
create index audit_entries_action on audit_entries (action, created_at, id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are never changed' using errcode = 'restrict_violation';
end $$;
create trigger audit_entries_are_kept before update or delete or truncate on audit_entries
  for each statement execute function refuse_audit_change();

-- Where the chain ends. Whoever adds to it holds this row until the commit, so that it never forks.
create table audit_head (
  id          boolean primary key default true check (id),
  sequence    bigint not null default 0,
  hash        bytea not null default decode(repeat('00', 32), 'hex') check (length(hash) = 32),
  created_at  timestamptz(3) not null default now()
);
insert into audit_head default values;

-- An operator pages through all accounts.
create index accounts_newest on accounts (created_at, id);
create index orphans_newest on orphans (found_at, provider_ref);
