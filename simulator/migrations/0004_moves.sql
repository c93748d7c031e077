-- What payers, banks and the network are to do with the charge or withdrawal that a call makes.
-- It is said of the call's nonce beforehand, and bound to what the call books in the same statement.
create table sandbox.moves (
  seq bigint generated always as identity primary key,
  partner text not null references sandbox.partners,
  nonce text not null,
  -- Null until the call is booked; a nonce that makes a second one moves only the first.
  kind text check (kind in ('charge', 'withdrawal')),
  subject text,
  move sandbox.sealed not null,
  after_ms bigint not null check (after_ms >= 0),
  due_at timestamptz,
  tries integer not null default 0,
  check ((subject is null) = (due_at is null) and (subject is null) = (kind is null))
);
create index on sandbox.moves (partner, nonce) where subject is null;
create index on sandbox.moves (due_at) where subject is not null;
create index on sandbox.moves (subject, seq) where subject is not null;

-- How the notices of one charge fare, whatever its partner's switches say.
alter table sandbox.charges add column notices jsonb not null default '{}';

alter table sandbox.withdrawals
  drop constraint withdrawals_mishap_check,
  add constraint withdrawals_mishap_check check (mishap in ('off_amount', 'late', 'wrong_asset'));
