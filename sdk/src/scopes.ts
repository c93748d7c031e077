/** What a key can be allowed; `insufficient_scope` names what is missing. */
export type Scope =
  | 'deposit:create'
  | 'withdrawal:create'
  | 'read:transactions'
  | 'read:balance'
  | 'wallets:read'
  | 'wallets:write'
  | 'links:manage'
  | 'webhook:manage';
