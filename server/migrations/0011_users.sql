-- People who sign in, what lets them in, and which accounts they belong to.

create table users (
  id                  object_id primary key,
  email               text not null check (length(email) between 3 and 254),
  name                text check (char_length(name) between 1 and 80),
  language            text not null default 'pt' check (language in ('pt', 'en')),
  -- Argon2id in the PHC notation; null while only a reset mail, or a passkey, lets the person in.
  password_hash       text,
  email_confirmed_at  timestamptz(3),
  is_operator         boolean not null default false,
  created_at          timestamptz(3) not null default now()
);
create unique index users_email on users (lower(email));

create table memberships (
  account_id  object_id not null references accounts,
  user_id     object_id not null references users,
  role        text not null check (role in ('owner', 'admin', 'developer', 'viewer')),
  created_at  timestamptz(3) not null default now(),
  primary key (account_id, user_id)
);
create index memberships_user on memberships (user_id);

create table sessions (
  id            object_id primary key,
  user_id       object_id not null references users,
  -- SHA-256 of what the cookie holds, which is kept nowhere.
  token_hash    bytea not null check (length(token_hash) = 32),
  -- Whether the password was right and the second factor is still to come.
  is_half_open  boolean not null default false,
  -- When a password, a passkey or a second factor was last shown in this session.
  verified_at   timestamptz(3),
  user_agent    text not null default '' check (length(user_agent) <= 400),
  address       text not null default '' check (length(address) <= 60),
  created_at    timestamptz(3) not null default now(),
  last_seen_at  timestamptz(3) not null default now(),
  ended_at      timestamptz(3)
);
create unique index sessions_token on sessions (token_hash);
create index sessions_user on sessions (user_id) where ended_at is null;

-- Everybody who has an account already becomes its owner, and signs in by asking for a password.
insert into users (id, email, email_confirmed_at)
  select 'usr_' || substr(id, 5), lower(email), now() from accounts;
insert into memberships (account_id, user_id, role)
  select id, 'usr_' || substr(id, 5), 'owner' from accounts;

-- A mail goes to the account's address, or to the one named here.
alter table mails alter column account_id drop not null, add column recipient text,
  add constraint mails_have_a_recipient check (account_id is not null or recipient is not null);
