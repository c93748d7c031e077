alter table webhook_deliveries
  -- Of its attempts, those that took no place of the schedule, since somebody asked for them.
  add column beside integer not null default 0,
  -- When the schedule goes on after them.
  add column resume_at timestamptz;
