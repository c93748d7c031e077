import type { PersonalFacts, PersonalKind, Place } from './mail.ts';

/** Where the only link of each mail leads. What follows `#` is never logged. */
export const PATHS: { readonly [Kind in PersonalKind]: (facts: PersonalFacts[Kind]) => string } = {
  // The page splits them again.
  confirm_email: ({ token, invitation }) =>
    `/app/confirm#${invitation === undefined ? token : `${token}.${invitation}`}`,
  account_exists: () => '/app/sign-in',
  password_reset: ({ token }) => `/app/reset-password#${token}`,
  password_changed: () => '/app/forgot-password',
  sign_in_changed: () => '/app/user',
  invitation: ({ token }) => `/app/invitation#${token}`,
  key_created: (facts) => `${tenantPath(facts)}/keys`,
  wallet_changed: (facts) => `${tenantPath(facts)}/wallets`,
  reversal: (facts) => `${tenantPath(facts)}/alerts?tipo=${facts.tipo}`,
  withdrawal_requested: (facts) => `${tenantPath(facts)}/withdrawal-requests/${facts.requestId}`,
  withdrawal_ended: (facts) => `${tenantPath(facts)}/withdrawals/${facts.withdrawalId}`,
};

function tenantPath({ accountId, mode }: Place): string {
  return `/app/${accountId}/${mode}`;
}
