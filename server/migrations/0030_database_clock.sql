-- When the workers last looked at the database's clock, by which everything that waits is due: that
-- it was set back shows here, and nowhere else.
create table database_clock (
  -- There is one row, always.
  id       boolean primary key default true check (id),
  seen_at  timestamptz not null default now()
) with (fillfactor = 50);
insert into database_clock default values;
