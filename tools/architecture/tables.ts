import type { SourceFile } from './tree.ts';

/**
 * Which folders of server/src write a table. A table that is not listed may not be written at all.
 * In addition, `queues` shifts the times of waiting rows: its `QUEUES` name the tables.
 */
export const WRITERS: Readonly<Record<string, readonly string[]>> = {
  accounts: ['accounts'],
  environments: ['accounts'],
  // An environment starts with an empty journal, which the numbering of events then continues.
  journals: ['accounts', 'webhooks'],
  // Operators are made and unmade by a command, never by the sign-in code.
  users: ['users', 'operators'],
  sign_ups: ['users'],
  sign_up_links: ['users'],
  reset_links: ['users'],
  totp_secrets: ['second-factors'],
  recovery_codes: ['second-factors'],
  passkeys: ['passkeys'],
  passkey_challenges: ['passkeys'],
  attempts: ['attempts'],
  memberships: ['members'],
  invitations: ['members'],
  sessions: ['sessions'],
  checklists: ['overviews'],
  audit_entries: ['audits'],
  audit_head: ['audits'],
  api_keys: ['api-keys'],
  wallets: ['wallets'],
  // The watched addresses are created with the wallet; what is at them belongs to the holdings.
  wallet_addresses: ['wallets', 'holdings'],
  wallet_outputs: ['holdings'],
  // Both are created by triggers, together with what they are about.
  deposit_checks: ['deposit-checks'],
  withdrawal_fundings: ['fundings'],
  withdrawal_receipts: ['withdrawals'],
  idempotency_keys: ['idempotency'],
  provider_attempts: ['idempotency'],
  orphans: ['idempotency'],
  deposits: ['deposits'],
  deposit_sums: ['deposits'],
  payment_links: ['payment-links'],
  checkouts: ['checkouts'],
  withdrawals: ['withdrawals'],
  withdrawal_requests: ['withdrawal-requests'],
  agent_orders: ['agents'],
  reversals: ['reversals'],
  provider_inbox: ['provider'],
  operator_alerts: ['operator-alerts'],
  operator_alert_words: ['operator-alerts'],
  reconciliation_sweeps: ['reconciliation'],
  reconciliation_differences: ['reconciliation'],
  reconciliation_results: ['reconciliation'],
  transitions: ['provider'],
  provider_budgets: ['provider'],
  provider_shares: ['provider'],
  rate_limits: ['api-keys'],
  events: ['webhooks'],
  webhook_endpoints: ['webhooks'],
  webhook_deliveries: ['webhooks'],
  webhook_attempts: ['webhooks'],
  webhook_replays: ['webhooks'],
  webhook_hours: ['webhooks'],
  webhook_failures: ['webhooks'],
  listeners: ['listeners'],
  api_requests: ['requests'],
  reversal_notes: ['reversals'],
  mails: ['mails'],
  installation: ['installations'],
  database_clock: ['queues'],
  probes: ['provider'],
  encryption_keys: ['platform'],
  retired_keys: ['platform'],
  schema_migrations: ['platform'],
};

/** Finds no table in `for update of d` and `on conflict … do update set`. */
const WRITE = /\b(?:insert\s+into|delete\s+from|update(?=\s+\w+(?:\s+\w+)?\s+set\b))\s+(\w+)/g;

/** The first statement in server/src that writes a table from a folder that must not. */
export function foreignWrite({ path, code, isTest }: SourceFile): string | undefined {
  if (isTest || !path.startsWith('server/src/')) return undefined;
  const folder = path.split('/')[2] ?? '';
  const writes = [...code.matchAll(WRITE)];
  return writes.find(([, table = '']) => !WRITERS[table]?.includes(folder))?.[0];
}
