/** A wallet that looks for its coins gives up after so many addresses in a row without any. */
export const GAP_LIMIT = 20;

/** By what the balance of a wallet can be seen; `none`: its owner alone sees it. */
export const OBSERVABILITIES = ['address', 'blinding_key', 'descriptor', 'none'] as const;
export type Observability = (typeof OBSERVABILITIES)[number];
