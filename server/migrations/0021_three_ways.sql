-- Our books are compared with the provider's and with the chain; what each pass came to is kept.

alter table reconciliation_differences drop constraint reconciliation_differences_kind_check;
alter table reconciliation_differences add constraint reconciliation_differences_kind_check
  check (kind in ('missing_here', 'missing_there', 'other_status', 'other_amount', 'orphan_paid',
    'missing_on_chain', 'other_on_chain'));
-- Whoever the difference is about sees it, too.
create index reconciliation_differences_tenant
  on reconciliation_differences (environment_id, last_seen_at) where resolved_at is null;

alter table reconciliation_sweeps
  -- Which pass is under way, what it compares from where on, and which one was last finished.
  add column pass uuid,
  add column began_at timestamptz(3),
  add column since timestamptz(3),
  add column last_pass uuid;

-- What became of one environment's deposits in one pass. Each step adds to it as it moves on.
create table reconciliation_results (
  environment_id       object_id not null references environments,
  id                   object_id not null,
  sweep                text not null check (sweep in ('two_hours', 'two_days', 'ninety_days', 'asked')),
  pass                 uuid not null,
  -- The deposits compared were made between these, by the clock of their environment.
  since                timestamptz(3) not null,
  until                timestamptz(3) not null,
  began_at             timestamptz(3) not null,
  -- When the pass ended, and this became a result.
  created_at           timestamptz(3),
  -- Stretches that nobody could compare.
  gaps                 integer not null default 0 check (gaps >= 0),
  compared             integer not null check (compared > 0),
  matched              integer not null check (matched >= 0),
  missing_at_provider  integer not null check (missing_at_provider >= 0),
  missing_on_chain     integer not null check (missing_on_chain >= 0),
  amount_differs       integer not null check (amount_differs >= 0),
  waiting              integer not null check (waiting >= 0),
  primary key (environment_id, id),
  unique (pass, environment_id),
  check (compared = matched + missing_at_provider + missing_on_chain + amount_differs + waiting)
);
create index reconciliation_results_newest
  on reconciliation_results (environment_id, created_at, id);
create index reconciliation_results_sweep
  on reconciliation_results (environment_id, sweep, created_at, id);
-- Those of the shortest sweep are many, and forgotten sooner.
create index reconciliation_results_short on reconciliation_results (began_at)
  where sweep = 'two_hours';
create index reconciliation_results_long on reconciliation_results (began_at)
  where sweep <> 'two_hours';
