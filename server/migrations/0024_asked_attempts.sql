alter table webhook_deliveries
  -- Attempts that were asked for beside the schedule, with one that was under way before them.
  add column asked integer not null default 0,
  -- `succeeded` or `failed`: what it was when it was asked for, and stays if that attempt fails.
  add column ended text;
