-- Idempotency keys with the intents they own, the provider calls made for them, and what came of it.

create table idempotency_keys (
  environment_id   object_id not null references environments,
  key              text collate "C" not null check (length(key) between 1 and 255),
  fingerprint      bytea not null,
  operation        text not null check (operation in ('deposit', 'withdrawal')),
  resource_id      object_id not null,
  state            text not null check (state in ('running', 'resting', 'done', 'failed')),
  -- Rises with every take-over, so it also fences: who holds an older number cannot commit.
  attempt          integer not null default 1,
  lease_until      timestamptz,
  nonce            uuid not null,
  intent           sealed,
  -- What a half-done operation already knows, so that the next try reads before it creates.
  progress         sealed,
  response_status  integer,
  response         sealed,
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now(),
  primary key (environment_id, key),
  check ((state = 'running') = (lease_until is not null)),
  check ((state = 'done') = (response is not null)),
  check (state not in ('running', 'resting') or intent is not null)
) with (fillfactor = 80);
create unique index idempotency_keys_resource on idempotency_keys (environment_id, resource_id);
create index idempotency_keys_running on idempotency_keys (lease_until) where state = 'running';
create index idempotency_keys_ended on idempotency_keys (updated_at) where state in ('resting', 'failed');

create table provider_attempts (
  environment_id  object_id not null references environments,
  resource_id     object_id not null,
  attempt         integer not null,
  started_at      timestamptz(3) not null default now(),
  ended_at        timestamptz(3),
  outcome         text check (outcome in ('accepted', 'refused', 'not_executed', 'unknown', 'late')),
  provider_ref    text collate "C",
  -- Whether the provider's list was searched for what this call may have made unseen.
  looked_through  boolean not null default false,
  primary key (environment_id, resource_id, attempt)
);
create index provider_attempts_doubtful on provider_attempts (ended_at)
  where outcome in ('unknown', 'late') and not looked_through;

-- A charge or payout the provider made and nobody was shown.
create table orphans (
  environment_id  object_id not null references environments,
  provider_ref    text collate "C" not null,
  operation       text not null check (operation in ('deposit', 'withdrawal')),
  resource_id     object_id,
  found_by        text not null check (found_by in ('late_answer', 'provider_list')),
  provider_status text,
  detail          sealed,
  found_at        timestamptz(3) not null default now(),
  paid_at         timestamptz(3),
  -- When the provider is to be asked whether somebody paid it all the same.
  look_at         timestamptz not null default now(),
  primary key (environment_id, provider_ref)
);
create index orphans_unpaid on orphans (look_at) where paid_at is null;

create table deposits (
  environment_id       object_id not null references environments,
  id                   object_id not null,
  status               text not null check (status in ('PENDING', 'CONFIRMED', 'FAILED', 'REFUNDED')),
  wallet_id            object_id not null,
  liquid_address       text not null,
  tax_id               sealed not null,
  amount_cents         bigint not null check (amount_cents between 200 and 600000),
  fee_cents            bigint not null check (fee_cents >= 0),
  total_cents          bigint not null,
  net_cents            bigint not null check (net_cents >= 1),
  settled_cents        bigint not null,
  split_cents          bigint not null check (split_cents >= 0),
  split_basis_points   integer not null check (split_basis_points between 0 and 9999),
  provider_fee_cents   bigint not null check (provider_fee_cents >= 0),
  pass_fees_to_payer   boolean not null,
  external_id          text,
  payment_link_id      object_id,
  provider_ref         text collate "C" not null,
  pix_qr_code          text not null check (length(pix_qr_code) <= 512),
  provider_status      text,
  paid_cents           bigint,
  blockchain_tx_id     text,
  failure_reason       text check (failure_reason in ('expired', 'canceled', 'provider_error', 'payer_declined')),
  held_since           timestamptz(3),
  created_at           timestamptz(3) not null,
  expires_at           timestamptz(3) not null,
  updated_at           timestamptz(3) not null,
  confirmed_at         timestamptz(3),
  failed_at            timestamptz(3),
  refunded_at          timestamptz(3),
  -- When the provider is to be asked next, in database time; null once nothing more can come.
  look_at              timestamptz default now(),
  looks                integer not null default 0,
  primary key (environment_id, id),
  check (total_cents = case when pass_fees_to_payer then amount_cents + fee_cents else amount_cents end),
  check (net_cents = total_cents - fee_cents),
  check (settled_cents + split_cents + provider_fee_cents = total_cents),
  check (settled_cents >= net_cents),
  check (status <> 'CONFIRMED' or confirmed_at is not null),
  check (status <> 'FAILED' or (failed_at is not null and failure_reason is not null)),
  check (status <> 'REFUNDED' or refunded_at is not null)
) with (fillfactor = 85);
-- All live environments share one provider, so a charge is nobody else's either.
create unique index deposits_provider_ref on deposits (provider_ref);
-- The public QR picture is asked for by id alone.
create unique index deposits_by_id on deposits (id);
create index deposits_newest on deposits (environment_id, created_at desc, id desc);
create index deposits_external on deposits (environment_id, external_id)
  where external_id is not null;
create index deposits_look on deposits (look_at) where look_at is not null;

create table withdrawals (
  environment_id        object_id not null references environments,
  id                    object_id not null,
  status                text not null
    check (status in ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED')),
  tax_id                sealed not null,
  pix_key               sealed not null,
  pix_key_type          text not null check (pix_key_type in ('CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP')),
  amount_cents          bigint not null check (amount_cents between 200 and 600000),
  fee_cents             bigint not null check (fee_cents >= 0),
  deposit_address       text not null,
  deposit_amount_cents  bigint not null check (deposit_amount_cents > 0),
  external_id           text,
  provider_ref          text collate "C" not null,
  provider_status       text,
  blockchain_tx_id      text,
  pix_end_to_end_id     text,
  failure_reason        text check (failure_reason in ('canceled', 'refunded', 'provider_error')),
  held_since            timestamptz(3),
  created_at            timestamptz(3) not null,
  expires_at            timestamptz(3) not null,
  updated_at            timestamptz(3) not null,
  processing_at         timestamptz(3),
  completed_at          timestamptz(3),
  failed_at             timestamptz(3),
  expired_at            timestamptz(3),
  look_at               timestamptz default now(),
  looks                 integer not null default 0,
  primary key (environment_id, id),
  check (status not in ('PROCESSING', 'COMPLETED') or processing_at is not null),
  check (status <> 'COMPLETED' or completed_at is not null),
  check (status <> 'FAILED' or (failed_at is not null and failure_reason is not null)),
  check (status <> 'EXPIRED' or expired_at is not null)
) with (fillfactor = 85);
create unique index withdrawals_provider_ref on withdrawals (provider_ref);
-- One address per payout: a reused one would mix up whose stablecoin arrived.
create unique index withdrawals_address on withdrawals (deposit_address);
create index withdrawals_newest on withdrawals (environment_id, created_at desc, id desc);
create index withdrawals_external on withdrawals (environment_id, external_id)
  where external_id is not null;
create index withdrawals_look on withdrawals (look_at) where look_at is not null;

-- The history of both. A status is entered at most once in a life, and the key says so.
create table transitions (
  environment_id  object_id not null references environments,
  resource_id     object_id not null,
  from_status     text not null,
  to_status       text not null,
  cause           text not null check (cause in ('provider_webhook', 'poll', 'reconciliation', 'operator', 'clock')),
  provider_message sealed,
  at              timestamptz(3) not null,
  primary key (environment_id, resource_id, to_status)
);

create table reversals (
  environment_id    object_id not null references environments,
  id                object_id not null,
  deposit_id        object_id not null,
  kind              text not null check (kind in ('estorno', 'med')),
  provider_ref      text not null,
  blockchain_tx_id  text,
  divergent         boolean not null,
  amount_cents      bigint not null check (amount_cents >= 0),
  payer_name        sealed,
  payer_tax_id      sealed,
  informed_tax_id   sealed not null,
  deadline          timestamptz(3) not null,
  created_at        timestamptz(3) not null,
  primary key (environment_id, id)
);
-- One alert a deposit, however often and in whatever order the provider tells of it.
create unique index reversals_deposit on reversals (environment_id, deposit_id);
create index reversals_newest on reversals (environment_id, created_at desc, id desc);
