/** How many unused addresses in a row a wallet scans before it stops looking for coins. */
export const GAP_LIMIT = 20;

/** Per environment: one answer has the balances of all, and each is looked at on the chain. */
export const MAX_WALLETS = 1_000;

/** What makes a wallet's balance visible; `none`: only its owner can see it. */
export const OBSERVABILITIES = ['address', 'blinding_key', 'descriptor', 'none'] as const;
export type Observability = (typeof OBSERVABILITIES)[number];
