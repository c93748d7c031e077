-- When the database's clock was last seen to have leapt, in either direction, by more than a worker
-- that looks every ten seconds can explain. Nothing is deleted by age for a while after that.
alter table database_clock add column leapt_at timestamptz not null default 'epoch';
