-- What holds for the whole installation, and the charges that were made to see whether they can be.

create table installation (
  -- There is one row, always.
  id                boolean primary key default true check (id),
  -- While it is on no new money moves: no charge and no payout is asked of a provider.
  safe_mode         boolean not null default false,
  safe_mode_reason  text check (char_length(safe_mode_reason) <= 500),
  -- When it was last turned on or off; null while it never was.
  safe_mode_at      timestamptz(3),
  check (not safe_mode or safe_mode_at is not null)
);
insert into installation default values;

-- Charges that no merchant asked for. They are no orphans, though nobody was shown them.
create table probes (
  id            bigint generated always as identity primary key,
  connection    text collate "C" not null,
  -- Written before the call leaves; the provider's id of what it made comes after.
  made_at       timestamptz(3) not null default now(),
  provider_ref  text collate "C"
);
create unique index probes_ref on probes (connection, provider_ref) where provider_ref is not null;
