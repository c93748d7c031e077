/** What a key can be allowed to do; without it the API answers `insufficient_scope`. */
export type Scope =
  | 'deposit:create'
  | 'withdrawal:create'
  | 'read:transactions'
  | 'read:balance'
  | 'wallets:read'
  | 'wallets:write'
  | 'links:manage'
  | 'webhook:manage';
