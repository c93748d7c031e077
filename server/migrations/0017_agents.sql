-- Agents: keys that open /mcp and nothing else, what each of them ordered, and the withdrawals that
-- they asked for, which wait for a person.

create table withdrawal_requests (
  environment_id  object_id not null references environments,
  id              object_id not null,
  key_id          object_id not null,
  -- The idempotency key that it was asked for under, and what makes two askings the same.
  request_key     text collate "C" not null check (length(request_key) between 1 and 255),
  fingerprint     bytea not null,
  -- One that waits beyond expires_at has expired; nothing has to write that down.
  state           text not null
    check (state in ('WAITING', 'CONFIRMED', 'MADE', 'DECLINED', 'REFUSED')),
  amount_cents    bigint not null check (amount_cents between 200 and 600000),
  pix_key_type    text not null check (pix_key_type in ('CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP')),
  pix_key         sealed not null,
  tax_id          sealed not null,
  external_id     text check (length(external_id) <= 128),
  -- What the agent says it is for.
  reason          sealed not null,
  -- What the withdrawal will be called, so that making it twice makes it once.
  withdrawal_id   object_id not null,
  refusal         text,
  decided_by      object_id references users,
  decided_at      timestamptz(3),
  -- When a worker makes what the process that confirmed it has left unmade.
  due_at          timestamptz,
  created_at      timestamptz(3) not null default now(),
  expires_at      timestamptz(3) not null,
  primary key (environment_id, id),
  unique (environment_id, key_id, request_key),
  foreign key (environment_id, key_id) references api_keys (environment_id, id),
  check ((state = 'WAITING') = (decided_at is null)),
  check ((state = 'CONFIRMED') = (due_at is not null)),
  check ((state = 'REFUSED') = (refusal is not null))
);
create index withdrawal_requests_newest on withdrawal_requests (environment_id, created_at, id);
create index withdrawal_requests_due on withdrawal_requests (due_at) where state = 'CONFIRMED';

-- What counts against a key's caps: each order once, however often it is repeated.
create table agent_orders (
  environment_id  object_id not null references environments,
  key_id          object_id not null,
  order_key       text collate "C" not null check (length(order_key) between 1 and 255),
  fingerprint     bytea not null,
  -- São Paulo's.
  day             date not null,
  amount_cents    bigint not null check (amount_cents >= 0),
  -- How many calls are under way; those of a process that died stay, and count.
  open_calls      integer not null check (open_calls >= 0),
  called_at       timestamptz not null default now(),
  -- Whether one of them was carried out, or may have been.
  kept            boolean not null default false,
  -- What was answered, where the route has no idempotency key of its own.
  answer          sealed,
  created_at      timestamptz(3) not null default now(),
  primary key (environment_id, key_id, order_key),
  foreign key (environment_id, key_id) references api_keys (environment_id, id)
);
create index agent_orders_of_a_day on agent_orders (environment_id, key_id, day);
create index agent_orders_age on agent_orders (created_at);

-- Last, since every call of a key waits for these from here to the end.
alter table api_keys
  add column is_agent        boolean not null default false,
  -- Without them an agent's key only reads.
  add column call_cap_cents  bigint check (call_cap_cents between 200 and 600000),
  add column day_cap_cents   bigint check (day_cap_cents between 200 and 100000000),
  add constraint caps_are_of_agents
    check ((call_cap_cents is null) = (day_cap_cents is null)
      and (is_agent or call_cap_cents is null));
