-- What is left of an encryption key that seals nothing any more: the part that made its digests.

create table retired_keys (
  id             text primary key,
  -- Sealed under the present key, and again at each rotation like every other sealed field.
  digest_secret  sealed not null,
  retired_at     timestamptz(3) not null default now()
);
