-- The comparison of our books with the provider's list, what it found, and what operators do with
-- the alerts they get.

-- An orphan belongs to a provider connection: `live`, or the test environment that is a partner of
-- its own. Whose order made it is known only where just one environment's can have.
alter table orphans add column connection text collate "C";
update orphans o set connection = case e.mode when 'live' then 'live' else e.id end
  from environments e where e.id = o.environment_id;
-- Two live environments may have filed the same charge; who paid for one stays on record.
delete from orphans twin using orphans kept
  where twin.connection = kept.connection and twin.provider_ref = kept.provider_ref
    and (twin.paid_at is null, twin.environment_id) > (kept.paid_at is null, kept.environment_id);
alter table orphans drop constraint orphans_pkey;
alter table orphans alter column environment_id drop not null;
alter table orphans alter column connection set not null;
alter table orphans add primary key (connection, provider_ref);

-- All live environments are compared with one list, in the order in which their charges were made.
create index deposits_made on deposits (created_at);

-- Calls that have not come back yet: what they make is no orphan.
create index provider_attempts_open on provider_attempts (started_at) where outcome is null;
create index provider_attempts_started on provider_attempts (environment_id, started_at);

-- How far each comparison of a connection has come, kept so that it goes on after a crash, under
-- another worker, or when the provider grants calls again.
create table reconciliation_sweeps (
  connection      text collate "C" not null,
  sweep           text not null check (sweep in ('two_hours', 'two_days', 'ninety_days', 'asked')),
  -- The partner at the sandbox; null for live, which all live environments share.
  environment_id  object_id references environments,
  -- Up to where this pass has come, and where it ends; null between two passes.
  position        timestamptz(3),
  until           timestamptz(3),
  -- How often the step that comes next was halved, since a throttled one was lost.
  halvings        integer not null default 0,
  -- How often the step that comes next has failed, and how many steps of this pass were given up.
  failures        integer not null default 0,
  gaps            integer not null default 0,
  due_at          timestamptz not null default now(),
  lease           uuid,
  lease_until     timestamptz,
  primary key (connection, sweep),
  check ((connection = 'live') = (environment_id is null)),
  check ((position is null) = (until is null)),
  check ((lease is null) = (lease_until is null))
) with (fillfactor = 50);
-- Whatever two workers do, one connection is compared by one of them at a time.
create unique index reconciliation_sweeps_leased on reconciliation_sweeps (connection)
  where lease is not null;
create index reconciliation_sweeps_due on reconciliation_sweeps (due_at);

create table reconciliation_differences (
  id              bigint generated always as identity primary key,
  kind            text not null
    check (kind in ('missing_here', 'missing_there', 'other_status', 'other_amount', 'orphan_paid')),
  connection      text collate "C" not null,
  environment_id  object_id references environments,
  provider_ref    text collate "C" not null,
  resource_id     object_id,
  detail          sealed,
  first_seen_at   timestamptz(3) not null default now(),
  last_seen_at    timestamptz(3) not null default now(),
  times           integer not null default 1,
  resolved_at     timestamptz(3),
  resolution      text check (resolution in ('healed', 'shown', 'ended_unpaid', 'paid', 'operator')),
  unique (connection, provider_ref, kind),
  check ((resolved_at is null) = (resolution is null))
);
create index reconciliation_differences_open on reconciliation_differences (kind, last_seen_at)
  where resolved_at is null;

-- An operator looks at an alert and is done with it, or says which deposit a notice is about.
alter table operator_alerts
  add column notice_id bigint,
  add column resolved_at timestamptz(3),
  add column assigned_to object_id;
create index operator_alerts_open on operator_alerts (updated_at desc, id) where resolved_at is null;

-- What was said each time an alert came up, a row for each thing said, so that no word is lost.
create table operator_alert_words (
  alert_id  bigint not null references operator_alerts,
  digest    bytea not null,
  detail    sealed not null,
  times     integer not null default 1,
  first_at  timestamptz(3) not null default now(),
  last_at   timestamptz(3) not null default now(),
  primary key (alert_id, digest)
);

-- Notices that were applied are forgotten when their time has come.
create index provider_inbox_applied on provider_inbox (received_at) where outcome = 'applied';
-- Parked ones are opened again by later news of the same charge.
create index provider_inbox_parked on provider_inbox (mode, provider_ref)
  where due_at is null and outcome in ('early', 'unmatched');
