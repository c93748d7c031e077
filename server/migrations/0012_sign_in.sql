-- By what people come in: sign-ups that wait for their mail, links of mails, second factors,
-- passkeys, and how often somebody has tried.

-- Nobody yet: what was asked for with an address that has not answered. One row an address, so
-- that a later sign-up replaces the password of an earlier one.
create table sign_ups (
  email          text collate "C" primary key check (length(email) between 3 and 254),
  password_hash  text not null,
  account_name   text check (char_length(account_name) between 1 and 80),
  language       text not null check (language in ('pt', 'en')),
  -- SHA-256 of the cookie of the browser that signed up.
  browser_hash   bytea not null check (length(browser_hash) = 32),
  -- When the password was typed.
  typed_at       timestamptz(3) not null default now()
);
create index sign_ups_typed on sign_ups (typed_at);

-- SHA-256 of what stands in the link of a mail, which is kept nowhere.
create table sign_up_links (
  token_hash  bytea primary key check (length(token_hash) = 32),
  email       text collate "C" not null references sign_ups on delete cascade,
  created_at  timestamptz(3) not null default now()
);
create index sign_up_links_email on sign_up_links (email);

create table reset_links (
  token_hash  bytea primary key check (length(token_hash) = 32),
  user_id     object_id not null references users,
  created_at  timestamptz(3) not null default now()
);
create index reset_links_user on reset_links (user_id, created_at);

create table totp_secrets (
  user_id       object_id primary key references users,
  secret        sealed not null,
  -- The number of the last interval of 30 seconds whose code was taken: each is taken once.
  last_step     bigint not null default 0,
  confirmed_at  timestamptz(3),
  created_at    timestamptz(3) not null default now()
);

create table recovery_codes (
  user_id    object_id not null references users,
  code_hash  bytea not null check (length(code_hash) = 32),
  used_at    timestamptz(3),
  primary key (user_id, code_hash)
);

create table passkeys (
  id             object_id primary key,
  user_id        object_id not null references users,
  credential_id  text collate "C" not null check (length(credential_id) between 1 and 1400),
  public_key     bytea not null,
  counter        bigint not null,
  transports     text not null default '',
  name           text not null check (char_length(name) between 1 and 80),
  created_at     timestamptz(3) not null default now(),
  last_used_at   timestamptz(3)
);
create unique index passkeys_credential on passkeys (credential_id);
create index passkeys_user on passkeys (user_id, id);

create table passkey_challenges (
  challenge   text collate "C" primary key,
  purpose     text not null check (purpose in ('sign_in', 'step_up', 'add')),
  -- Of the session that asked; null at sign-in, where there is none yet.
  session_id  object_id references sessions on delete cascade,
  created_at  timestamptz(3) not null default now()
);
create index passkey_challenges_created on passkey_challenges (created_at);

-- Tries of one subject (a mail address, a person, a network address), each counted before it is
-- made. The subject is a keyed digest.
create table attempts (
  subject        bytea primary key,
  tries          integer not null,
  since          timestamptz(3) not null default now(),
  -- How often it was held back lately: each time twice as long.
  holds          integer not null default 0,
  held_until     timestamptz(3)
);
create index attempts_since on attempts (since);

-- In which language a mail to one person is.
alter table mails add column language text check (language in ('pt', 'en'));
create unique index mails_recipient on mails (recipient, kind, subject) where account_id is null;

-- Old sessions are forgotten a few at a time.
create index sessions_created on sessions (created_at);
