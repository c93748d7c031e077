/** How many unused addresses in a row a wallet scans before it stops looking for coins. */
export const GAP_LIMIT = 20;

/** What makes a wallet's balance visible; `none`: only its owner can see it. */
export const OBSERVABILITIES = ['address', 'blinding_key', 'descriptor', 'none'] as const;
export type Observability = (typeof OBSERVABILITIES)[number];
