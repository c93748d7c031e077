import type { Mode } from '../accounts/environment.ts';

/**
 * What a tool does: it reads; it places an order whose amount counts against the key's caps; it
 * acts on an existing resource; or it plays the payer or the bank in the sandbox.
 */
export type ToolKind = 'read' | 'order' | 'act' | 'rehearse';

/** The API's operations that are tools, by operation id. Agents can reach no others. */
export const TOOLS: Readonly<Record<string, ToolKind>> = {
  getFees: 'read',
  getBalance: 'read',
  listTransactions: 'read',
  getDeposit: 'read',
  getWithdrawal: 'read',
  listWallets: 'read',
  listPaymentLinks: 'read',
  listReversals: 'read',
  listEvents: 'read',
  listWebhookEndpoints: 'read',
  listWebhookDeliveries: 'read',
  listWithdrawalRequests: 'read',
  getWithdrawalRequest: 'read',
  explainError: 'read',
  createDeposit: 'order',
  createPaymentLink: 'order',
  requestWithdrawal: 'order',
  redeliver: 'act',
  paySandboxDeposit: 'rehearse',
  failSandboxDeposit: 'rehearse',
  expireSandboxDeposit: 'rehearse',
  refundSandboxDeposit: 'rehearse',
  medSandboxDeposit: 'rehearse',
  releaseSandboxDeposit: 'rehearse',
  fundSandboxWithdrawal: 'rehearse',
  failSandboxWithdrawal: 'rehearse',
  expireSandboxWithdrawal: 'rehearse',
};

/** Hints for clients; nothing is decided by them here. */
export function hintsOf(kind: ToolKind) {
  return {
    readOnlyHint: kind === 'read',
    destructiveHint: kind === 'rehearse',
    // An order is carried out once, however often the same call is repeated.
    idempotentHint: kind === 'read' || kind === 'order',
    openWorldHint: kind !== 'read',
  };
}

/** `createDeposit` as clients call it: `create_deposit`. */
export function toolName(operation: string): string {
  return operation.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

interface Holder {
  readonly scopes: readonly string[];
  readonly hasCaps: boolean;
  readonly mode: Mode;
}

/** Whether a key is shown a tool at all; the route behind it checks again. */
export function isOffered(
  tool: { readonly kind: ToolKind; readonly scope: string; readonly testOnly: boolean },
  { scopes, hasCaps, mode }: Holder,
): boolean {
  if (tool.kind !== 'read' && !hasCaps) return false;
  if (tool.testOnly && mode !== 'test') return false;
  return tool.scope === 'any' || scopes.includes(tool.scope);
}
