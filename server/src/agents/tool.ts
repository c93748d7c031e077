import type { Mode } from '../accounts/environment.ts';

/**
 * What a tool does: it reads; it orders something whose amount counts against the key's caps; it
 * acts on what is there; or it plays the payer's or the bank's part in the sandbox.
 */
export type ToolKind = 'read' | 'order' | 'act' | 'rehearse';

/** Every operation of the API that is a tool, by its id. What is not here no agent can reach. */
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

/** What clients are told of a tool; hints, by which nothing is decided here. */
export function hintsOf(kind: ToolKind) {
  return {
    readOnlyHint: kind === 'read',
    destructiveHint: kind === 'rehearse',
    // An order is made once, however often the same call comes.
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

/** Whether a key is shown a tool at all; the route behind it judges once more. */
export function isOffered(
  tool: { readonly kind: ToolKind; readonly scope: string; readonly testOnly: boolean },
  { scopes, hasCaps, mode }: Holder,
): boolean {
  if (tool.kind !== 'read' && !hasCaps) return false;
  if (tool.testOnly && mode !== 'test') return false;
  return tool.scope === 'any' || scopes.includes(tool.scope);
}
