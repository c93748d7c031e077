// Made by `npm run openapi` of what the routes say. Do not change it by hand.

export const OPERATIONS = {
  acceptInvitation: ['POST', '/app/api/invitations/accept'],
  addAlertNote: ['POST', '/app/api/accounts/{accountId}/{mode}/alerts/{id}/notes'],
  addPasskey: ['POST', '/app/api/passkeys'],
  assignAlert: ['POST', '/app/api/operator/alerts/{id}/assign'],
  beginPasskey: ['POST', '/app/api/passkeys/options'],
  beginPasskeySignIn: ['POST', '/app/api/sign-in/passkey/options'],
  beginPasskeyStepUp: ['POST', '/app/api/step-up/passkey/options'],
  beginTotp: ['POST', '/app/api/totp'],
  changeAccount: ['PATCH', '/app/api/accounts/{accountId}'],
  changeAlert: ['PATCH', '/app/api/accounts/{accountId}/{mode}/alerts/{id}'],
  changeAnyAccount: ['PATCH', '/app/api/operator/accounts/{id}'],
  changeChecklist: ['PATCH', '/app/api/accounts/{accountId}/{mode}/checklist'],
  changeKeyCaps: ['PATCH', '/app/api/accounts/{accountId}/{mode}/keys/{id}'],
  changeMe: ['PATCH', '/app/api/me'],
  changeMember: ['PATCH', '/app/api/accounts/{accountId}/members/{id}'],
  changePassword: ['POST', '/app/api/password'],
  changeWebhookEndpoint: ['PATCH', '/app/api/accounts/{accountId}/{mode}/webhook-endpoints/{id}'],
  closeAlert: ['POST', '/app/api/operator/alerts/{id}/close'],
  confirmEmail: ['POST', '/app/api/confirm-email'],
  confirmTotp: ['POST', '/app/api/totp/confirm'],
  confirmWithdrawalRequest: [
    'POST',
    '/app/api/accounts/{accountId}/{mode}/withdrawal-requests/{id}/confirm',
  ],
  countAlerts: ['GET', '/app/api/accounts/{accountId}/{mode}/alerts/count'],
  createDeposit: ['POST', '/app/api/accounts/{accountId}/{mode}/deposit'],
  createKey: ['POST', '/app/api/accounts/{accountId}/{mode}/keys'],
  createPaymentLink: ['POST', '/app/api/accounts/{accountId}/{mode}/payment-links'],
  createWallet: ['POST', '/app/api/accounts/{accountId}/{mode}/wallets'],
  createWebhookEndpoint: ['POST', '/app/api/accounts/{accountId}/{mode}/webhook-endpoints'],
  createWithdrawal: ['POST', '/app/api/accounts/{accountId}/{mode}/withdraw'],
  declineWithdrawalRequest: [
    'POST',
    '/app/api/accounts/{accountId}/{mode}/withdrawal-requests/{id}/decline',
  ],
  deletePaymentLink: ['DELETE', '/app/api/accounts/{accountId}/{mode}/payment-links/{id}'],
  deleteWallet: ['DELETE', '/app/api/accounts/{accountId}/{mode}/wallets/{id}'],
  deleteWebhookEndpoint: ['DELETE', '/app/api/accounts/{accountId}/{mode}/webhook-endpoints/{id}'],
  endOtherSessions: ['POST', '/app/api/sessions/end-others'],
  endSession: ['DELETE', '/app/api/sessions/{id}'],
  expireSandboxDeposit: [
    'POST',
    '/app/api/accounts/{accountId}/{mode}/sandbox/deposits/{id}/expire',
  ],
  expireSandboxWithdrawal: [
    'POST',
    '/app/api/accounts/{accountId}/{mode}/sandbox/withdrawals/{id}/expire',
  ],
  exportDeposits: ['GET', '/app/api/accounts/{accountId}/{mode}/deposits.csv'],
  exportTransactions: ['GET', '/app/api/accounts/{accountId}/{mode}/transactions.csv'],
  exportWithdrawals: ['GET', '/app/api/accounts/{accountId}/{mode}/withdrawals.csv'],
  failSandboxDeposit: ['POST', '/app/api/accounts/{accountId}/{mode}/sandbox/deposits/{id}/fail'],
  failSandboxWithdrawal: [
    'POST',
    '/app/api/accounts/{accountId}/{mode}/sandbox/withdrawals/{id}/fail',
  ],
  fundSandboxWithdrawal: [
    'POST',
    '/app/api/accounts/{accountId}/{mode}/sandbox/withdrawals/{id}/fund',
  ],
  getAccount: ['GET', '/app/api/accounts/{accountId}'],
  getAnyAccount: ['GET', '/app/api/operator/accounts/{id}'],
  getBalance: ['GET', '/app/api/accounts/{accountId}/{mode}/balance'],
  getChecklist: ['GET', '/app/api/accounts/{accountId}/{mode}/checklist'],
  getDeposit: ['GET', '/app/api/accounts/{accountId}/{mode}/deposit/{id}/status'],
  getDepositDetail: ['GET', '/app/api/accounts/{accountId}/{mode}/deposits/{id}'],
  getDepositProof: ['GET', '/app/api/accounts/{accountId}/{mode}/deposit/{id}/proof'],
  getEndpointHealth: ['GET', '/app/api/accounts/{accountId}/{mode}/webhook-health/{id}'],
  getEntry: ['GET', '/app/api/entry'],
  getEvidence: ['GET', '/app/api/accounts/{accountId}/{mode}/alerts/{id}/evidence'],
  getFees: ['GET', '/app/api/accounts/{accountId}/{mode}/fees'],
  getMe: ['GET', '/app/api/me'],
  getOverview: ['GET', '/app/api/accounts/{accountId}/{mode}/overview'],
  getPaymentLinkQr: ['GET', '/app/api/accounts/{accountId}/{mode}/payment-links/{id}/qr.png'],
  getProvider: ['GET', '/app/api/operator/provider'],
  getQueues: ['GET', '/app/api/operator/queues'],
  getReconciliation: ['GET', '/app/api/operator/reconciliation'],
  getRequest: ['GET', '/app/api/accounts/{accountId}/{mode}/requests/{id}'],
  getSafeMode: ['GET', '/app/api/operator/safe-mode'],
  getSandboxBooks: ['GET', '/app/api/accounts/{accountId}/{mode}/sandbox/provider'],
  getSandboxClock: ['GET', '/app/api/accounts/{accountId}/{mode}/sandbox/clock'],
  getWebhookDelivery: ['GET', '/app/api/accounts/{accountId}/{mode}/webhook-deliveries/{id}'],
  getWithdrawal: ['GET', '/app/api/accounts/{accountId}/{mode}/withdraw/{id}/status'],
  getWithdrawalDetail: ['GET', '/app/api/accounts/{accountId}/{mode}/withdrawals/{id}'],
  getWithdrawalQr: ['GET', '/app/api/accounts/{accountId}/{mode}/withdrawals/{id}/qr.svg'],
  getWithdrawalRequest: ['GET', '/app/api/accounts/{accountId}/{mode}/withdrawal-requests/{id}'],
  inviteMember: ['POST', '/app/api/accounts/{accountId}/invitations'],
  listAccountAudit: ['GET', '/app/api/accounts/{accountId}/audit'],
  listAlerts: ['GET', '/app/api/accounts/{accountId}/{mode}/alerts'],
  listAllAccounts: ['GET', '/app/api/operator/accounts'],
  listAudit: ['GET', '/app/api/operator/audit'],
  listDeposits: ['GET', '/app/api/accounts/{accountId}/{mode}/deposits'],
  listEndpointHealth: ['GET', '/app/api/accounts/{accountId}/{mode}/webhook-health'],
  listEvents: ['GET', '/app/api/accounts/{accountId}/{mode}/events'],
  listInvitations: ['GET', '/app/api/accounts/{accountId}/invitations'],
  listKeys: ['GET', '/app/api/accounts/{accountId}/{mode}/keys'],
  listMembers: ['GET', '/app/api/accounts/{accountId}/members'],
  listOperatorAlerts: ['GET', '/app/api/operator/alerts'],
  listOrphans: ['GET', '/app/api/operator/orphans'],
  listPasskeys: ['GET', '/app/api/passkeys'],
  listPaymentLinks: ['GET', '/app/api/accounts/{accountId}/{mode}/payment-links'],
  listReconciliations: ['GET', '/app/api/accounts/{accountId}/{mode}/reconciliations'],
  listRequests: ['GET', '/app/api/accounts/{accountId}/{mode}/requests'],
  listSandboxCases: ['GET', '/app/api/accounts/{accountId}/{mode}/sandbox/cases'],
  listSessions: ['GET', '/app/api/sessions'],
  listTransactions: ['GET', '/app/api/accounts/{accountId}/{mode}/transactions'],
  listWallets: ['GET', '/app/api/accounts/{accountId}/{mode}/wallets'],
  listWebhookDeliveries: ['GET', '/app/api/accounts/{accountId}/{mode}/webhook-deliveries'],
  listWebhookEndpoints: ['GET', '/app/api/accounts/{accountId}/{mode}/webhook-endpoints'],
  listWithdrawalRequests: ['GET', '/app/api/accounts/{accountId}/{mode}/withdrawal-requests'],
  listWithdrawals: ['GET', '/app/api/accounts/{accountId}/{mode}/withdrawals'],
  live: ['GET', '/app/api/accounts/{accountId}/{mode}/live'],
  lookAtDeposit: ['POST', '/app/api/accounts/{accountId}/{mode}/deposits/{id}/look'],
  medSandboxDeposit: ['POST', '/app/api/accounts/{accountId}/{mode}/sandbox/deposits/{id}/med'],
  moveSandboxClock: ['POST', '/app/api/accounts/{accountId}/{mode}/sandbox/clock'],
  passkeyStepUp: ['POST', '/app/api/step-up/passkey'],
  paySandboxDeposit: ['POST', '/app/api/accounts/{accountId}/{mode}/sandbox/deposits/{id}/pay'],
  priceDeposit: ['GET', '/app/api/accounts/{accountId}/{mode}/price'],
  readInvitation: ['POST', '/app/api/invitations/read'],
  readPasswordReset: ['POST', '/app/api/password-reset/read'],
  readPaymentLink: ['GET', '/app/api/accounts/{accountId}/{mode}/payment-links/{id}'],
  redeliver: ['POST', '/app/api/accounts/{accountId}/{mode}/webhook-deliveries/{id}/redeliver'],
  refundSandboxDeposit: [
    'POST',
    '/app/api/accounts/{accountId}/{mode}/sandbox/deposits/{id}/refund',
  ],
  releaseSandboxDeposit: [
    'POST',
    '/app/api/accounts/{accountId}/{mode}/sandbox/deposits/{id}/release',
  ],
  removeMember: ['DELETE', '/app/api/accounts/{accountId}/members/{id}'],
  removePasskey: ['DELETE', '/app/api/passkeys/{id}'],
  removeTotp: ['DELETE', '/app/api/totp'],
  renewRecoveryCodes: ['POST', '/app/api/totp/recovery-codes'],
  replayEvents: ['POST', '/app/api/accounts/{accountId}/{mode}/webhook-endpoints/{id}/replay'],
  requestPasswordReset: ['POST', '/app/api/password-reset/request'],
  resendConfirmation: ['POST', '/app/api/sign-up/resend'],
  resetPassword: ['POST', '/app/api/password-reset'],
  revealAlert: ['POST', '/app/api/accounts/{accountId}/{mode}/alerts/{id}/reveal'],
  revokeInvitation: ['DELETE', '/app/api/accounts/{accountId}/invitations/{id}'],
  revokeKey: ['DELETE', '/app/api/accounts/{accountId}/{mode}/keys/{id}'],
  rotateWebhookSecret: [
    'POST',
    '/app/api/accounts/{accountId}/{mode}/webhook-endpoints/{id}/rotate-secret',
  ],
  runReconciliation: ['POST', '/app/api/operator/reconciliation'],
  runSandboxCase: ['POST', '/app/api/accounts/{accountId}/{mode}/sandbox/cases/{name}'],
  search: ['GET', '/app/api/accounts/{accountId}/{mode}/search'],
  setSafeMode: ['PUT', '/app/api/operator/safe-mode'],
  setSandboxWebhooks: ['POST', '/app/api/accounts/{accountId}/{mode}/sandbox/webhooks'],
  signIn: ['POST', '/app/api/sign-in'],
  signInWithCode: ['POST', '/app/api/sign-in/code'],
  signInWithPasskey: ['POST', '/app/api/sign-in/passkey'],
  signOut: ['POST', '/app/api/sign-out'],
  signUp: ['POST', '/app/api/sign-up'],
  stepUp: ['POST', '/app/api/step-up'],
  summarizeRequests: ['GET', '/app/api/accounts/{accountId}/{mode}/requests/summary'],
  testWebhookEndpoint: ['POST', '/app/api/accounts/{accountId}/{mode}/webhook-endpoints/{id}/test'],
  tryWebhookUrl: ['POST', '/app/api/accounts/{accountId}/{mode}/webhook-trials'],
  updatePaymentLink: ['PATCH', '/app/api/accounts/{accountId}/{mode}/payment-links/{id}'],
  verifyAudit: ['POST', '/app/api/operator/audit/verify'],
} as const;

export interface Operations {
  acceptInvitation: { body: InvitationToken; response: InvitationAccepted };
  addAlertNote: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    body: ReversalNoteOrder;
    response: ReversalNote;
  };
  addPasskey: { body: NewPasskey; response: Passkey };
  assignAlert: {
    path: { id: string };
    body: OperatorAlertAssignment;
    response: OperatorAlertAssigned;
  };
  beginPasskey: { response: PasskeyOptions };
  beginPasskeySignIn: { response: PasskeyOptions };
  beginPasskeyStepUp: { response: PasskeyOptions };
  beginTotp: { response: NewTotp };
  changeAccount: { path: { accountId: string }; body: AccountChange; response: Account };
  changeAlert: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    body: ReversalChange;
    response: MaskedReversal;
  };
  changeAnyAccount: {
    path: { id: string };
    body: OperatorAccountChange;
    response: OperatorAccountDetail;
  };
  changeChecklist: {
    path: { accountId: string; mode: 'test' | 'live' };
    body: ChecklistChange;
    response: Checklist;
  };
  changeKeyCaps: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    body: CapsChange;
    response: ApiKey;
  };
  changeMe: { body: Profile; response: Done };
  changeMember: { path: { accountId: string; id: string }; body: MemberChange; response: Member };
  changePassword: { body: PasswordChange; response: Done };
  changeWebhookEndpoint: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    body: WebhookEndpointChange | undefined;
    response: WebhookEndpoint;
  };
  closeAlert: { path: { id: string }; body: OperatorAlertClosing; response: OperatorAlertClosed };
  confirmEmail: { body: Confirmation; response: Confirmed };
  confirmTotp: { body: CodeEntry; response: RecoveryCodes };
  confirmWithdrawalRequest: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: WithdrawalRequest;
  };
  countAlerts: { path: { accountId: string; mode: 'test' | 'live' }; response: ReversalCount };
  createDeposit: {
    path: { accountId: string; mode: 'test' | 'live' };
    body: DepositOrder;
    idempotent: true;
    response: NewDeposit;
  };
  createKey: {
    path: { accountId: string; mode: 'test' | 'live' };
    body: ApiKeyOrder;
    response: NewApiKey;
  };
  createPaymentLink: {
    path: { accountId: string; mode: 'test' | 'live' };
    body: PaymentLinkOrder;
    response: PaymentLink;
  };
  createWallet: {
    path: { accountId: string; mode: 'test' | 'live' };
    body: WalletOrder;
    response: Wallet;
  };
  createWebhookEndpoint: {
    path: { accountId: string; mode: 'test' | 'live' };
    body: WebhookEndpointOrder;
    response: NewWebhookEndpoint;
  };
  createWithdrawal: {
    path: { accountId: string; mode: 'test' | 'live' };
    body: WithdrawalOrder;
    idempotent: true;
    response: NewWithdrawal;
  };
  declineWithdrawalRequest: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: WithdrawalRequest;
  };
  deletePaymentLink: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: undefined;
  };
  deleteWallet: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: undefined;
  };
  deleteWebhookEndpoint: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: undefined;
  };
  endOtherSessions: { response: Done };
  endSession: { path: { id: string }; response: undefined };
  expireSandboxDeposit: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: Accepted;
  };
  expireSandboxWithdrawal: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: Accepted;
  };
  exportDeposits: {
    path: { accountId: string; mode: 'test' | 'live' };
    query: {
      status?: 'PENDING' | 'CONFIRMED' | 'FAILED' | 'REFUNDED' | undefined;
      from?: string | undefined;
      to?: string | undefined;
      minCents?: string | undefined;
      maxCents?: string | undefined;
      q?: string | undefined;
      walletId?: string | undefined;
      paymentLinkId?: string | undefined;
      origin?: 'api' | 'link' | 'panel' | undefined;
      format?: 'excel' | 'excel-en' | 'plain' | undefined;
      language?: 'pt' | 'en' | undefined;
    };
    response: undefined;
  };
  exportTransactions: {
    path: { accountId: string; mode: 'test' | 'live' };
    query: {
      type?: 'deposit' | 'withdrawal' | undefined;
      status?:
        | 'PENDING'
        | 'CONFIRMED'
        | 'FAILED'
        | 'REFUNDED'
        | 'PROCESSING'
        | 'COMPLETED'
        | 'EXPIRED'
        | undefined;
      from?: string | undefined;
      to?: string | undefined;
      walletId?: string | undefined;
      paymentLinkId?: string | undefined;
      externalId?: string | undefined;
      format?: 'excel' | 'excel-en' | 'plain' | undefined;
      language?: 'pt' | 'en' | undefined;
    };
    response: undefined;
  };
  exportWithdrawals: {
    path: { accountId: string; mode: 'test' | 'live' };
    query: {
      status?: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED' | undefined;
      from?: string | undefined;
      to?: string | undefined;
      minCents?: string | undefined;
      maxCents?: string | undefined;
      q?: string | undefined;
      format?: 'excel' | 'excel-en' | 'plain' | undefined;
      language?: 'pt' | 'en' | undefined;
    };
    response: undefined;
  };
  failSandboxDeposit: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    body: SandboxFailure | undefined;
    response: Accepted;
  };
  failSandboxWithdrawal: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    body: SandboxFailure | undefined;
    response: Accepted;
  };
  fundSandboxWithdrawal: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    body: SandboxFunding | undefined;
    response: Accepted;
  };
  getAccount: { path: { accountId: string }; response: Account };
  getAnyAccount: { path: { id: string }; response: OperatorAccountDetail };
  getBalance: { path: { accountId: string; mode: 'test' | 'live' }; response: Balances };
  getChecklist: { path: { accountId: string; mode: 'test' | 'live' }; response: Checklist };
  getDeposit: { path: { accountId: string; mode: 'test' | 'live'; id: string }; response: Deposit };
  getDepositDetail: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: DepositDetail;
  };
  getDepositProof: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    query: { blindingFactors?: boolean | undefined };
    response: ChainProof;
  };
  getEndpointHealth: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: EndpointHealth;
  };
  getEntry: { response: Entry };
  getEvidence: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    query: { format?: 'html' | 'json' | undefined };
    response: Record<string, unknown>;
  };
  getFees: { path: { accountId: string; mode: 'test' | 'live' }; response: Fees };
  getMe: { response: Me };
  getOverview: {
    path: { accountId: string; mode: 'test' | 'live' };
    query: {
      period?: 'today' | '7d' | '30d' | 'month' | 'last_month' | 'custom' | undefined;
      from?: string | undefined;
      to?: string | undefined;
    };
    response: Overview;
  };
  getPaymentLinkQr: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: undefined;
  };
  getProvider: { response: Provider };
  getQueues: { response: Queues };
  getReconciliation: { response: Reconciliation };
  getRequest: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: ApiRequestDetail;
  };
  getSafeMode: { response: SafeMode };
  getSandboxBooks: { path: { accountId: string; mode: 'test' | 'live' }; response: SandboxBooks };
  getSandboxClock: { path: { accountId: string; mode: 'test' | 'live' }; response: SandboxClock };
  getWebhookDelivery: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: WebhookDelivery;
  };
  getWithdrawal: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: Withdrawal;
  };
  getWithdrawalDetail: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: WithdrawalDetail;
  };
  getWithdrawalQr: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: undefined;
  };
  getWithdrawalRequest: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: WithdrawalRequest;
  };
  inviteMember: { path: { accountId: string }; body: InvitationOrder; response: Invitation };
  listAccountAudit: {
    path: { accountId: string };
    query: { actor?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    response: AccountAuditEntryList;
  };
  listAlerts: {
    path: { accountId: string; mode: 'test' | 'live' };
    query: {
      limit?: number | undefined;
      cursor?: string | undefined;
      tipo?: 'estorno' | 'med' | undefined;
      seen?: 'true' | 'false' | undefined;
    };
    response: MaskedReversalList;
  };
  listAllAccounts: {
    query: { q?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    response: OperatorAccountList;
  };
  listAudit: {
    query: {
      q?: string | undefined;
      actor?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: AuditEntryList;
  };
  listDeposits: {
    path: { accountId: string; mode: 'test' | 'live' };
    query: {
      status?: 'PENDING' | 'CONFIRMED' | 'FAILED' | 'REFUNDED' | undefined;
      from?: string | undefined;
      to?: string | undefined;
      minCents?: string | undefined;
      maxCents?: string | undefined;
      q?: string | undefined;
      walletId?: string | undefined;
      paymentLinkId?: string | undefined;
      origin?: 'api' | 'link' | 'panel' | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: DepositRowList;
  };
  listEndpointHealth: {
    path: { accountId: string; mode: 'test' | 'live' };
    response: EndpointHealthList;
  };
  listEvents: {
    path: { accountId: string; mode: 'test' | 'live' };
    query: { after?: number | undefined; limit?: number | undefined };
    response: EventList;
  };
  listInvitations: {
    path: { accountId: string };
    query: { limit?: number | undefined; cursor?: string | undefined };
    response: InvitationList;
  };
  listKeys: {
    path: { accountId: string; mode: 'test' | 'live' };
    query: { limit?: number | undefined; cursor?: string | undefined };
    response: ApiKeyList;
  };
  listMembers: {
    path: { accountId: string };
    query: { limit?: number | undefined; cursor?: string | undefined };
    response: MemberList;
  };
  listOperatorAlerts: {
    query: { all?: 'true' | 'false' | undefined };
    response: OperatorAlertList;
  };
  listOrphans: { response: OrphanList };
  listPasskeys: { response: PasskeyList };
  listPaymentLinks: {
    path: { accountId: string; mode: 'test' | 'live' };
    query: { limit?: number | undefined; cursor?: string | undefined };
    response: PaymentLinkList;
  };
  listReconciliations: {
    path: { accountId: string; mode: 'test' | 'live' };
    query: {
      limit?: number | undefined;
      cursor?: string | undefined;
      sweep?: 'two_hours' | 'two_days' | 'ninety_days' | 'asked' | undefined;
    };
    response: ReconciliationResultList;
  };
  listRequests: {
    path: { accountId: string; mode: 'test' | 'live' };
    query: {
      limit?: number | undefined;
      cursor?: string | undefined;
      status?: 'ok' | 'client_error' | 'server_error' | undefined;
      method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | undefined;
      keyId?: string | undefined;
      route?: string | undefined;
      q?: string | undefined;
    };
    response: ApiRequestList;
  };
  listSandboxCases: { path: { accountId: string; mode: 'test' | 'live' }; response: SandboxCases };
  listSessions: { response: SessionList };
  listTransactions: {
    path: { accountId: string; mode: 'test' | 'live' };
    query: {
      limit?: number | undefined;
      cursor?: string | undefined;
      type?: 'deposit' | 'withdrawal' | undefined;
      status?:
        | 'PENDING'
        | 'CONFIRMED'
        | 'FAILED'
        | 'REFUNDED'
        | 'PROCESSING'
        | 'COMPLETED'
        | 'EXPIRED'
        | undefined;
      from?: string | undefined;
      to?: string | undefined;
      walletId?: string | undefined;
      paymentLinkId?: string | undefined;
      externalId?: string | undefined;
    };
    response: TransactionList;
  };
  listWallets: {
    path: { accountId: string; mode: 'test' | 'live' };
    query: { limit?: number | undefined; cursor?: string | undefined };
    response: WalletList;
  };
  listWebhookDeliveries: {
    path: { accountId: string; mode: 'test' | 'live' };
    query: {
      limit?: number | undefined;
      cursor?: string | undefined;
      from?: string | undefined;
      to?: string | undefined;
      endpointId?: string | undefined;
      resourceId?: string | undefined;
      event?:
        | 'deposit.confirmed'
        | 'deposit.refunded'
        | 'deposit.failed'
        | 'withdrawal.completed'
        | 'withdrawal.failed'
        | 'withdrawal.expired'
        | 'test.ping'
        | undefined;
      status?: 'pending' | 'succeeded' | 'failed' | undefined;
    };
    response: WebhookDeliveryList;
  };
  listWebhookEndpoints: {
    path: { accountId: string; mode: 'test' | 'live' };
    query: { limit?: number | undefined; cursor?: string | undefined };
    response: WebhookEndpointList;
  };
  listWithdrawalRequests: {
    path: { accountId: string; mode: 'test' | 'live' };
    query: {
      limit?: number | undefined;
      cursor?: string | undefined;
      waiting?: 'true' | undefined;
    };
    response: WithdrawalRequestRowList;
  };
  listWithdrawals: {
    path: { accountId: string; mode: 'test' | 'live' };
    query: {
      status?: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED' | undefined;
      from?: string | undefined;
      to?: string | undefined;
      minCents?: string | undefined;
      maxCents?: string | undefined;
      q?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: WithdrawalRowList;
  };
  live: { path: { accountId: string; mode: 'test' | 'live' }; response: undefined };
  lookAtDeposit: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: LookAccepted;
  };
  medSandboxDeposit: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: Accepted;
  };
  moveSandboxClock: {
    path: { accountId: string; mode: 'test' | 'live' };
    body: SandboxClockMove;
    response: SandboxClockMoved;
  };
  passkeyStepUp: { body: PasskeyAnswer; response: SteppedUp };
  paySandboxDeposit: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    body: SandboxPayment | undefined;
    response: Accepted;
  };
  priceDeposit: {
    path: { accountId: string; mode: 'test' | 'live' };
    query: { amountCents: string; passFeesToPayer?: 'true' | 'false' | undefined };
    response: DepositPrice;
  };
  readInvitation: { body: InvitationToken; response: InvitationShown };
  readPasswordReset: { body: PasswordResetLink; response: PasswordResetShown };
  readPaymentLink: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: PaymentLink;
  };
  redeliver: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: WebhookDelivery;
  };
  refundSandboxDeposit: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: Accepted;
  };
  releaseSandboxDeposit: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: Accepted;
  };
  removeMember: { path: { accountId: string; id: string }; response: undefined };
  removePasskey: { path: { id: string }; response: undefined };
  removeTotp: { response: undefined };
  renewRecoveryCodes: { response: RecoveryCodes };
  replayEvents: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    body: Replay;
    response: ReplayAccepted;
  };
  requestPasswordReset: { body: MailOrder; response: MailAccepted };
  resendConfirmation: { body: ConfirmationOrder; response: MailAccepted };
  resetPassword: { body: PasswordReset; response: Done };
  revealAlert: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: RevealedReversal;
  };
  revokeInvitation: { path: { accountId: string; id: string }; response: undefined };
  revokeKey: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: undefined;
  };
  rotateWebhookSecret: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    body: SecretRotation | undefined;
    response: RotatedWebhookEndpoint;
  };
  runReconciliation: { body: ReconciliationOrder; response: ReconciliationStart };
  runSandboxCase: {
    path: { accountId: string; mode: 'test' | 'live'; name: string };
    response: SandboxRun;
  };
  search: {
    path: { accountId: string; mode: 'test' | 'live' };
    query: { q: string };
    response: SearchHits;
  };
  setSafeMode: { body: SafeModeChange; response: SafeMode };
  setSandboxWebhooks: {
    path: { accountId: string; mode: 'test' | 'live' };
    body: SandboxSwitches | undefined;
    response: Accepted;
  };
  signIn: { body: SignIn; response: SignedIn };
  signInWithCode: { body: CodeEntry; response: SignedIn };
  signInWithPasskey: { body: PasskeyAnswer; response: PasskeySignedIn };
  signOut: { response: Done };
  signUp: { body: SignUp; response: MailAccepted };
  stepUp: { body: StepUp; response: SteppedUp };
  summarizeRequests: { path: { accountId: string; mode: 'test' | 'live' }; response: ErrorSummary };
  testWebhookEndpoint: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    response: WebhookDelivery;
  };
  tryWebhookUrl: {
    path: { accountId: string; mode: 'test' | 'live' };
    body: WebhookTrial;
    response: WebhookAttempt;
  };
  updatePaymentLink: {
    path: { accountId: string; mode: 'test' | 'live'; id: string };
    body: PaymentLinkChange | undefined;
    response: PaymentLink;
  };
  verifyAudit: { body: AuditVerification | undefined; response: AuditVerdict };
}

export type Accepted = { accepted: boolean };

export type Account = {
  id: string;
  name: string | null;
  contact: string | null;
  website: string | null;
  email: string;
  createdAt: string;
  test: EnvironmentSettings;
  live: EnvironmentSettings;
};

export type AccountAuditEntry = {
  id: string;
  at: string;
  actor: Actor;
  accountId: string | null;
  mode: 'test' | 'live' | null;
  action: string;
  subject: string | null;
  reason: string | null;
  details: Record<string, string | number | boolean | null>;
  address: string | null;
};

export type AccountAuditEntryList = { data: AccountAuditEntry[]; nextCursor: string | null };

export type AccountChange = {
  name?: string | undefined;
  contact?: string | undefined;
  website?: string | undefined;
};

export type Actor = {
  kind: 'person' | 'operator' | 'key' | 'cli' | 'system';
  id: string | null;
  label: string;
};

export type AgentCaps = { perCallCents: number; perDayCents: number } | null;

export type AgentOrder = { caps: AgentCaps };

export type ApiKey = {
  id: string;
  name: string;
  mode: 'test' | 'live';
  prefix: string;
  lastFour: string;
  scopes: (
    | 'deposit:create'
    | 'withdrawal:create'
    | 'read:transactions'
    | 'read:balance'
    | 'wallets:read'
    | 'wallets:write'
    | 'links:manage'
    | 'webhook:manage'
  )[];
  isAgent: boolean;
  caps: AgentCaps;
  createdBy: KeyMaker;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  lastUsedFrom: string | null;
  revokedAt: string | null;
};

export type ApiKeyList = { data: ApiKey[]; nextCursor: string | null };

export type ApiKeyOrder = {
  name: string;
  scopes: (
    | 'deposit:create'
    | 'withdrawal:create'
    | 'read:transactions'
    | 'read:balance'
    | 'wallets:read'
    | 'wallets:write'
    | 'links:manage'
    | 'webhook:manage'
  )[];
  expiresInDays?: number | undefined;
  agent?: AgentOrder | undefined;
};

export type ApiRequest = {
  id: string;
  at: string;
  method: string;
  path: string;
  route: string;
  status: number;
  error: string | null;
  durationMs: number;
  keyId: string;
  keyName: string | null;
  idempotencyKey: string | null;
  resourceId: string | null;
  requestId: string;
};

export type ApiRequestDetail = {
  id: string;
  at: string;
  method: string;
  path: string;
  route: string;
  status: number;
  error: string | null;
  durationMs: number;
  keyId: string;
  keyName: string | null;
  idempotencyKey: string | null;
  resourceId: string | null;
  requestId: string;
  query: string | null;
  requestBody: string | null;
  responseBody: string | null;
};

export type ApiRequestList = { data: ApiRequest[]; nextCursor: string | null };

export type AskingAgent = { keyId: string; name: string };

export type AuditEntry = {
  sequence: number;
  id: string;
  at: string;
  actor: Actor;
  accountId: string | null;
  mode: 'test' | 'live' | null;
  action: string;
  subject: string | null;
  reason: string | null;
  details: Record<string, string | number | boolean | null>;
  address: string | null;
  hash: string;
};

export type AuditEntryList = { data: AuditEntry[]; nextCursor: string | null };

export type AuditVerdict = {
  isIntact: boolean;
  entries: number;
  head: string;
  firstBad: {
    sequence: number;
    flaw: 'changed' | 'missing' | 'cut_off' | 'added' | 'head_unknown';
  } | null;
};

export type AuditVerification = { head?: string | undefined };

export type Balances = {
  balances: WalletBalance[];
  totals: { receivedCents: number; pendingCents: number; refundedCents: number };
};

export type BookDifference = {
  id: number;
  kind: string;
  connection: string;
  environmentId: string | null;
  providerRef: string;
  resourceId: string | null;
  times: number;
  firstSeenAt: string;
  lastSeenAt: string;
  resolvedAt: string | null;
  resolution: 'healed' | 'shown' | 'ended_unpaid' | 'paid' | 'operator' | null;
};

export type BookDifferenceCount = {
  kind: string;
  mode: 'test' | 'live';
  open: number;
  over: number;
};

export type CapsChange = { caps: AgentCaps };

export type ChainProof = {
  version: number;
  network: 'liquid' | 'testnet' | 'regtest';
  depositId: string;
  txid: string;
  vout: number;
  address: string;
  script: string;
  confidential: boolean;
  asset: string | null;
  amount: string | null;
  amountCents: number | null;
  blindingFactors: { asset: string; amount: string } | null;
  transaction: string;
  blockHash: string | null;
  confirmations: number;
  checkedAt: string | null;
};

export type Checklist = {
  items: {
    id: 'email' | 'wallet' | 'key' | 'payment' | 'webhook' | 'provider';
    doneAt: string | null;
  }[];
  isHidden: boolean;
};

export type ChecklistChange = { isHidden: boolean };

export type CodeEntry = { code: string };

export type Confirmation = { token: string; password?: string | undefined };

export type ConfirmationOrder = { email: string; invitation?: string | undefined };

export type Confirmed = { signedIn: boolean; needsPassword: boolean; email: string };

export type Deposit = {
  id: string;
  status: 'PENDING' | 'CONFIRMED' | 'FAILED' | 'REFUNDED';
  amountCents: number;
  feeCents: number;
  totalCents: number;
  netCents: number;
  settledCents: number;
  paidCents: number | null;
  walletId: string;
  blockchainTxId: string | null;
  failureReason: string | null;
  externalId: string | null;
  paymentLinkId: string | null;
  createdAt: string;
  expiresAt: string;
  confirmedAt: string | null;
  failedAt: string | null;
  refundedAt: string | null;
  chain: DepositChain;
};

export type DepositChain = {
  state: 'unchecked' | 'seen' | 'confirmed' | 'mismatch' | 'unobservable';
  confirmations: number;
  checkedAt: string | null;
  assetOk: boolean | null;
  amountOk: boolean | null;
};

export type DepositDetail = {
  id: string;
  status: 'PENDING' | 'CONFIRMED' | 'FAILED' | 'REFUNDED';
  reason:
    | 'awaiting'
    | 'in_review'
    | 'sending'
    | 'delayed'
    | 'paid_short'
    | 'expired'
    | 'canceled'
    | 'provider_error'
    | 'payer_declined'
    | 'estorno'
    | 'med'
    | 'refunded'
    | null;
  amountCents: number;
  feeCents: number;
  totalCents: number;
  netCents: number;
  payer: string;
  walletId: string;
  walletLabel: string;
  origin: 'api' | 'link' | 'panel';
  paymentLinkId: string | null;
  linkTitle: string | null;
  externalId: string | null;
  createdAt: string;
  updatedAt: string;
  isMismatch: boolean;
  settledCents: number;
  paidCents: number | null;
  passFeesToPayer: boolean;
  documentMatch: 'same' | 'different' | 'unknown' | null;
  blockchainTxId: string | null;
  chain: {
    state: 'unchecked' | 'seen' | 'confirmed' | 'mismatch' | 'unobservable';
    confirmations: number;
    checkedAt: string | null;
    assetOk: boolean | null;
    amountOk: boolean | null;
    confirmationsNeeded: number;
    arrivedCents: number | null;
    fault:
      | 'missing'
      | 'other_address'
      | 'other_asset'
      | 'other_amount'
      | 'counted_before'
      | 'paid_before'
      | 'forged'
      | null;
  };
  liquidAddress: string;
  pixQrCode: string;
  pixQrImage: string;
  linkSlug: string | null;
  alertId: string | null;
  expiresAt: string;
  confirmedAt: string | null;
  failedAt: string | null;
  refundedAt: string | null;
  timeline: {
    at: string;
    what:
      | 'created'
      | 'processing'
      | 'confirmed'
      | 'completed'
      | 'failed'
      | 'expired'
      | 'refunded'
      | 'estorno'
      | 'med';
    cause:
      | 'api'
      | 'link'
      | 'panel'
      | 'provider_webhook'
      | 'poll'
      | 'reconciliation'
      | 'operator'
      | 'clock';
  }[];
  raw: Deposit;
};

export type DepositDifference = {
  depositId: string;
  kind:
    | 'missing_at_provider'
    | 'missing_on_chain'
    | 'amount_differs'
    | 'status_differs'
    | 'payment_differs';
};

export type DepositOrder = {
  amountCents: number;
  taxId: string;
  walletId?: string | undefined;
  passFeesToPayer?: boolean | undefined;
  externalId?: string | undefined;
};

export type DepositPrice = {
  amountCents: number;
  feeCents: number;
  totalCents: number;
  netCents: number;
};

export type DepositRow = {
  id: string;
  status: 'PENDING' | 'CONFIRMED' | 'FAILED' | 'REFUNDED';
  reason:
    | 'awaiting'
    | 'in_review'
    | 'sending'
    | 'delayed'
    | 'paid_short'
    | 'expired'
    | 'canceled'
    | 'provider_error'
    | 'payer_declined'
    | 'estorno'
    | 'med'
    | 'refunded'
    | null;
  amountCents: number;
  feeCents: number;
  totalCents: number;
  netCents: number;
  payer: string;
  walletId: string;
  walletLabel: string;
  origin: 'api' | 'link' | 'panel';
  paymentLinkId: string | null;
  linkTitle: string | null;
  externalId: string | null;
  createdAt: string;
  updatedAt: string;
  isMismatch: boolean;
};

export type DepositRowList = { data: DepositRow[]; nextCursor: string | null };

export type Done = Record<string, unknown>;

export type EndpointFailure = { at: string; cause: string; responseStatus: number | null } | null;

export type EndpointHealth = {
  endpointId: string;
  url: string;
  enabled: boolean;
  success24h: number | null;
  success7d: number | null;
  lastFailure: EndpointFailure;
  consecutiveFailures: number;
  nextAttemptAt: string | null;
  hours: EndpointHour[];
};

export type EndpointHealthList = { data: EndpointHealth[] };

export type EndpointHour = { at: string; succeeded: number; failed: number };

export type Entry = { mailbox: boolean; passkeys: boolean };

export type EnvironmentSettings = {
  fees: FeeSchedules;
  depositsEnabled: boolean;
  withdrawalsEnabled: boolean;
};

export type ErrorGroup = {
  error: string | null;
  status: number;
  method: string;
  route: string;
  count24h: number;
  count7d: number;
  lastAt: string;
  lastRequestId: string;
};

export type ErrorMessage = string;

export type ErrorSummary = { data: ErrorGroup[]; isComplete: boolean };

export type Event = {
  sequence: number;
  id: string;
  event:
    | 'deposit.confirmed'
    | 'deposit.refunded'
    | 'deposit.failed'
    | 'withdrawal.completed'
    | 'withdrawal.failed'
    | 'withdrawal.expired';
  resourceId: string;
  data: Record<string, unknown>;
  createdAt: string;
};

export type EventList = { data: Event[]; nextAfter: number; oldestSequence: number };

export type FeeSchedule = { percentBasisPoints: number; fixedCents: number };

export type FeeSchedules = { deposit: FeeSchedule; withdrawal: FeeSchedule };

export type Fees = { deposit: FeeSchedule; withdrawal: FeeSchedule };

export type Invitation = {
  id: string;
  email: string;
  role: 'owner' | 'admin' | 'developer' | 'viewer';
  invitedBy: string | null;
  createdAt: string;
  expiresAt: string;
};

export type InvitationAccepted = {
  accountId: string;
  role: 'owner' | 'admin' | 'developer' | 'viewer';
};

export type InvitationList = { data: Invitation[]; nextCursor: string | null };

export type InvitationOrder = { email: string; role: 'owner' | 'admin' | 'developer' | 'viewer' };

export type InvitationShown = {
  accountName: string | null;
  role: 'owner' | 'admin' | 'developer' | 'viewer';
  email: string;
  invitedBy: string | null;
};

export type InvitationToken = { token: string };

export type KeyMaker = { userId: string; email: string } | null;

export type LookAccepted = { accepted: boolean };

export type MailAccepted = { accepted: true };

export type MailOrder = { email: string };

export type MaskedReversal = {
  id: string;
  depositId: string;
  providerRef: string;
  blockchainTxId: string | null;
  tipo: 'estorno' | 'med';
  cpfDivergente: boolean;
  amountCents: number;
  status: 'PENDING';
  deadline: string;
  createdAt: string;
  payerName: string | null;
  cpfReal: string | null;
  cpfRequisitado: string;
  isDisputed: boolean;
  isSeen: boolean;
  notes: ReversalNote[];
};

export type MaskedReversalList = { data: MaskedReversal[]; nextCursor: string | null };

export type Me = {
  user: {
    id: string;
    email: string;
    name: string | null;
    language: 'pt' | 'en';
    isOperator: boolean;
    hasPassword: boolean;
    hasTotp: boolean;
    recoveryCodes: number;
    passkeys: number;
  };
  session: { id: string; verifiedUntil: string | null };
  memberships: {
    accountId: string;
    accountName: string | null;
    role: 'owner' | 'admin' | 'developer' | 'viewer';
    testClockOffsetMs: number;
    permissions: string[];
  }[];
  installation: {
    isLive: boolean;
    passkeys: boolean;
    depixAssetId?: { test: string; live: string } | undefined;
  };
};

export type Member = {
  id: string;
  email: string;
  name: string | null;
  role: 'owner' | 'admin' | 'developer' | 'viewer';
  isMe: boolean;
  createdAt: string;
  lastSeenAt: string | null;
};

export type MemberChange = { role: 'owner' | 'admin' | 'developer' | 'viewer' };

export type MemberList = { data: Member[]; nextCursor: string | null };

export type NewApiKey = {
  id: string;
  key: string;
  name: string;
  mode: 'test' | 'live';
  scopes: (
    | 'deposit:create'
    | 'withdrawal:create'
    | 'read:transactions'
    | 'read:balance'
    | 'wallets:read'
    | 'wallets:write'
    | 'links:manage'
    | 'webhook:manage'
  )[];
};

export type NewDeposit = {
  id: string;
  status: 'PENDING' | 'CONFIRMED' | 'FAILED' | 'REFUNDED';
  amountCents: number;
  feeCents: number;
  totalCents: number;
  netCents: number;
  pixQrCode: string;
  pixQrImage: string;
  walletId: string;
  passFeesToPayer: boolean;
  externalId: string | null;
  expiresAt: string;
  createdAt: string;
};

export type NewPasskey = { name: string; response: Record<string, unknown> };

export type NewTotp = { secret: string; uri: string; qrSvgPath: string; modules: number };

export type NewWebhookEndpoint = {
  id: string;
  url: string;
  events: (
    | 'deposit.confirmed'
    | 'deposit.refunded'
    | 'deposit.failed'
    | 'withdrawal.completed'
    | 'withdrawal.failed'
    | 'withdrawal.expired'
  )[];
  description: string;
  enabled: boolean;
  disabledReason: 'owner' | 'gone' | 'dead' | 'away' | null;
  createdAt: string;
  updatedAt: string;
  secret: string;
};

export type NewWithdrawal = {
  id: string;
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';
  amountCents: number;
  feeCents: number;
  depositAddress: string;
  depositAmountCents: number;
  liquidUri: string;
  externalId: string | null;
  expiresAt: string;
  createdAt: string;
};

export type OnChainBalance = {
  state: 'known' | 'unobservable' | 'unavailable';
  balanceCents: number | null;
  checkedAt: string | null;
};

export type OperatorAccount = {
  id: string;
  name: string | null;
  email: string;
  createdAt: string;
  test: OperatorSettings;
  live: OperatorSettings;
  volume: OperatorVolumes;
  alerts: OperatorAlertCounts;
};

export type OperatorAccountChange = {
  mode?: 'test' | 'live' | undefined;
  name?: string | undefined;
  contact?: string | undefined;
  website?: string | undefined;
  depositFeeBasisPoints?: number | undefined;
  depositFeeFixedCents?: number | undefined;
  withdrawalFeeBasisPoints?: number | undefined;
  withdrawalFeeFixedCents?: number | undefined;
  depositsEnabled?: boolean | undefined;
  withdrawalsEnabled?: boolean | undefined;
  readRate?: number | undefined;
  readBurst?: number | undefined;
  moneyRate?: number | undefined;
  moneyBurst?: number | undefined;
  reason: string;
};

export type OperatorAccountDetail = {
  id: string;
  name: string | null;
  email: string;
  createdAt: string;
  test: OperatorSettings;
  live: OperatorSettings;
  volume: OperatorVolumes;
  alerts: OperatorAlertCounts;
  contact: string | null;
  website: string | null;
  members: OperatorMember[];
};

export type OperatorAccountList = { data: OperatorAccount[]; nextCursor: string | null };

export type OperatorAlert = {
  id: number;
  kind: string;
  subject: string;
  environmentId: string | null;
  account: OperatorAlertAccount;
  times: number;
  isAssignable: boolean;
  assignedTo: string | null;
  createdAt: string;
  updatedAt: string;
  resolvedAt: string | null;
};

export type OperatorAlertAccount = {
  id: string;
  name: string | null;
  email: string;
  mode: 'test' | 'live';
} | null;

export type OperatorAlertAssigned = { id: number; depositId: string; status: string };

export type OperatorAlertAssignment = { depositId: string; reason: string };

export type OperatorAlertClosed = { id: number; differences: number };

export type OperatorAlertClosing = { reason: string };

export type OperatorAlertCounts = { estorno: number; med: number; open: number };

export type OperatorAlertList = { data: OperatorAlert[] };

export type OperatorMember = {
  userId: string;
  email: string;
  role: 'owner' | 'admin' | 'developer' | 'viewer';
};

export type OperatorSettings = {
  depositFeeBasisPoints: number;
  depositFeeFixedCents: number;
  withdrawalFeeBasisPoints: number;
  withdrawalFeeFixedCents: number;
  depositsEnabled: boolean;
  withdrawalsEnabled: boolean;
  readRate: number;
  readBurst: number;
  moneyRate: number;
  moneyBurst: number;
};

export type OperatorVolume = { count: number; amountCents: number };

export type OperatorVolumes = { test: OperatorVolume; live: OperatorVolume };

export type Orphan = {
  connection: string;
  providerRef: string;
  environmentId: string | null;
  operation: 'deposit' | 'withdrawal';
  resourceId: string | null;
  foundBy: 'late_answer' | 'provider_list';
  providerStatus: string | null;
  foundAt: string;
  paidAt: string | null;
};

export type OrphanList = { data: Orphan[]; hasMore: boolean };

export type Overview = {
  from: string;
  to: string;
  receivedCents: number;
  feeCents: number;
  paidCount: number;
  createdCount: number;
  pendingCount: number;
  pendingCents: number;
  previous: { receivedCents: number; feeCents: number; paidCount: number; createdCount: number };
  days: { day: string; receivedCents: number; count: number }[];
  mismatches: { depositId: string; amountCents: number; createdAt: string }[];
  health: {
    provider: 'normal' | 'unstable' | 'paused' | 'not_configured';
    since: string | null;
    webhookSuccess24h: number | null;
  };
};

export type Passkey = { id: string; name: string; createdAt: string; lastUsedAt: string | null };

export type PasskeyAnswer = { response: Record<string, unknown> };

export type PasskeyList = { data: Passkey[] };

export type PasskeyOptions = { options: Record<string, unknown> };

export type PasskeySignedIn = { next: 'done' };

export type PasswordChange = { current?: string | undefined; password: string };

export type PasswordReset = { token: string; password: string };

export type PasswordResetLink = { token: string };

export type PasswordResetShown = { email: string };

export type PaymentLink = {
  id: string;
  slug: string;
  url: string;
  title: string;
  description: string;
  amountCents: number | null;
  active: boolean;
  paymentsCount: number;
  receivedCents: number;
  createdAt: string;
  updatedAt: string;
};

export type PaymentLinkChange = {
  active?: boolean | undefined;
  title?: string | undefined;
  description?: string | undefined;
};

export type PaymentLinkList = { data: PaymentLink[]; nextCursor: string | null };

export type PaymentLinkOrder = {
  title: string;
  description?: string | undefined;
  amountCents?: number | undefined;
};

export type Profile = { name?: string | null | undefined; language?: 'pt' | 'en' | undefined };

export type Provider = { data: ProviderConnection[] };

export type ProviderBudget = { call: string; left: number; burst: number; perMinute: number };

export type ProviderCalls = { accepted: number; refused: number; failed: number; open: number };

export type ProviderConnection = {
  connection: 'live' | 'test';
  isConfigured: boolean;
  calls: ProviderCalls;
  lastAcceptedAt: string | null;
  lastFailedAt: string | null;
  lastNoticeAt: string | null;
  lastProbeAt: string | null;
  depositsPaused: number;
  withdrawalsPaused: number;
  budgets: ProviderBudget[];
};

export type Queue = { queue: string; depth: number; ageSeconds: number; isLate: boolean };

export type Queues = { data: Queue[] };

export type Reconciliation = {
  sweeps: Sweep[];
  differences: BookDifference[];
  counts: BookDifferenceCount[];
};

export type ReconciliationOrder = { since?: string | undefined; reason: string };

export type ReconciliationResult = {
  id: string;
  sweep: 'two_hours' | 'two_days' | 'ninety_days' | 'asked';
  from: string;
  to: string;
  beganAt: string;
  finishedAt: string;
  complete: boolean;
  compared: number;
  matched: number;
  missingAtProvider: number;
  missingOnChain: number;
  amountDiffers: number;
  waiting: number;
  differences: DepositDifference[];
};

export type ReconciliationResultList = { data: ReconciliationResult[]; nextCursor: string | null };

export type ReconciliationStart = { connections: number };

export type RecoveryCodes = { recoveryCodes: string[] };

export type Replay = { since: string };

export type ReplayAccepted = { deliveries: number };

export type RevealedReversal = {
  payerName: string | null;
  cpfReal: string | null;
  cpfRequisitado: string;
};

export type ReversalChange = { isSeen: boolean };

export type ReversalCount = { med: number; estorno: number };

export type ReversalNote = {
  id: string;
  text: string;
  writtenBy: string | null;
  createdAt: string;
};

export type ReversalNoteOrder = { text: string };

export type RotatedWebhookEndpoint = {
  id: string;
  url: string;
  events: (
    | 'deposit.confirmed'
    | 'deposit.refunded'
    | 'deposit.failed'
    | 'withdrawal.completed'
    | 'withdrawal.failed'
    | 'withdrawal.expired'
  )[];
  description: string;
  enabled: boolean;
  disabledReason: 'owner' | 'gone' | 'dead' | 'away' | null;
  createdAt: string;
  updatedAt: string;
  secret: string;
  previousSecretUntil: string | null;
};

export type SafeMode = { isOn: boolean; reason: string | null; since: string | null };

export type SafeModeChange = { isOn: boolean; reason: string };

export type SandboxBooks = {
  charges: {
    id: string;
    nonce: string | null;
    status: string;
    amountInCents: number;
    depositId: string | null;
  }[];
  withdrawals: {
    id: string;
    nonce: string | null;
    status: string;
    payoutAmountInCents: number;
    withdrawalId: string | null;
  }[];
};

export type SandboxCase = {
  name: string;
  operations: ('deposit' | 'withdrawal')[];
  amountCents: number | null;
  taxId: string | null;
  title: { pt: string; en: string };
  description: { pt: string; en: string };
  answers: number[];
  stages: SandboxStage[];
};

export type SandboxCases = { cases: SandboxCase[] };

export type SandboxClock = { now: string; offsetSeconds: number };

export type SandboxClockMove = { advance: string };

export type SandboxClockMoved = {
  now: string;
  offsetSeconds: number;
  due: { deposits: number; withdrawals: number; deliveries: number };
};

export type SandboxFailure = { as?: 'error' | 'canceled' | undefined };

export type SandboxFunding = { amountCents?: number | undefined; late?: boolean | undefined };

export type SandboxPayment = {
  payerTaxId?: string | undefined;
  payerName?: string | undefined;
  amountCents?: number | undefined;
  late?: boolean | undefined;
  hold?: 'PAST_DAILY_LIMIT' | 'HIGH_VELOCITY' | undefined;
};

export type SandboxRun = {
  case: string;
  operation: 'deposit' | 'withdrawal';
  id: string | null;
  amountCents: number;
  taxId: string;
  idempotencyKey: string;
  answers: { status: number; error: string | null }[];
  reached: boolean;
  stages: SandboxStage[];
};

export type SandboxStage = {
  after: string | null;
  status: string;
  events: (
    | 'deposit.confirmed'
    | 'deposit.refunded'
    | 'deposit.failed'
    | 'withdrawal.completed'
    | 'withdrawal.failed'
    | 'withdrawal.expired'
  )[];
  alert: 'med' | 'estorno' | null;
  chain:
    | 'unchecked'
    | 'seen'
    | 'confirmed'
    | 'mismatch'
    | 'unobservable'
    | 'short'
    | 'over'
    | 'late'
    | 'other_asset'
    | 'not_taken'
    | null;
  operatorAlert: string | null;
};

export type SandboxSwitches = {
  drop?: boolean | undefined;
  duplicate?: boolean | undefined;
  shuffle?: boolean | undefined;
};

export type SearchHits = {
  data: {
    kind: 'deposit' | 'withdrawal' | 'link' | 'wallet' | 'delivery' | 'request';
    id: string;
    title: string;
    detail: string;
    amountCents: number | null;
    at: string;
  }[];
};

export type SecretRotation = { overlapHours?: number | undefined };

export type Session = {
  id: string;
  userAgent: string;
  address: string;
  createdAt: string;
  lastSeenAt: string;
  isCurrent: boolean;
};

export type SessionList = { data: Session[] };

export type SignIn = { email: string; password: string };

export type SignUp = {
  email: string;
  password: string;
  accountName?: string | undefined;
  language?: 'pt' | 'en' | undefined;
  invitation?: string | undefined;
};

export type SignedIn = { next: 'done' | 'second_factor' | 'confirm_email' };

export type StepUp = { password?: string | undefined; code?: string | undefined };

export type SteppedUp = { verifiedUntil: string };

export type Sweep = {
  connection: string;
  sweep: 'two_hours' | 'two_days' | 'ninety_days' | 'asked';
  position: string | null;
  until: string | null;
  dueAt: string;
  isRunning: boolean;
  failures: number;
  gaps: number;
  finishedAt: string | null;
  outcomes: SweepOutcomes;
};

export type SweepOutcomes = {
  matched: number;
  missingAtProvider: number;
  missingOnChain: number;
  amountDiffers: number;
  waiting: number;
} | null;

export type Transaction = {
  id: string;
  type: 'deposit' | 'withdrawal';
  status: 'PENDING' | 'CONFIRMED' | 'FAILED' | 'REFUNDED' | 'PROCESSING' | 'COMPLETED' | 'EXPIRED';
  amountCents: number;
  feeCents: number;
  totalCents?: number | undefined;
  depositAmountCents?: number | undefined;
  walletId: string | null;
  paymentLinkId: string | null;
  externalId: string | null;
  blockchainTxId: string | null;
  createdAt: string;
  updatedAt: string;
};

export type TransactionList = { data: Transaction[]; nextCursor: string | null };

export type Wallet = {
  id: string;
  liquidAddress: string;
  label: string;
  isDefault: boolean;
  observability: 'address' | 'blinding_key' | 'descriptor' | 'none';
  createdAt: string;
};

export type WalletBalance = {
  walletId: string;
  liquidAddress: string;
  label: string;
  isDefault: boolean;
  receivedCents: number;
  pendingCents: number;
  refundedCents: number;
  onChain: OnChainBalance;
};

export type WalletList = { data: Wallet[]; nextCursor: string | null };

export type WalletOrder = {
  liquidAddress?: string | undefined;
  blindingKey?: string | undefined;
  descriptor?: string | undefined;
  label?: string | undefined;
  makeDefault?: boolean | undefined;
};

export type WebhookAttempt = {
  at: string;
  durationMs: number;
  responseStatus: number | null;
  responseBody: string | null;
  error:
    | 'timeout'
    | 'response_too_slow'
    | 'connection_failed'
    | 'tls_error'
    | 'dns_error'
    | 'forbidden_target'
    | 'invalid_response'
    | 'internal_error'
    | null;
};

export type WebhookDelivery = {
  id: string;
  endpointId: string;
  eventId: string;
  event:
    | 'deposit.confirmed'
    | 'deposit.refunded'
    | 'deposit.failed'
    | 'withdrawal.completed'
    | 'withdrawal.failed'
    | 'withdrawal.expired'
    | 'test.ping';
  resourceId: string;
  url: string;
  status: 'pending' | 'succeeded' | 'failed';
  failureReason: 'attempts_exhausted' | 'endpoint_disabled' | 'endpoint_deleted' | null;
  attempts: WebhookAttempt[];
  attemptCount: number;
  nextAttemptAt: string | null;
  requestBody: string;
  createdAt: string;
};

export type WebhookDeliveryList = { data: WebhookDelivery[]; nextCursor: string | null };

export type WebhookEndpoint = {
  id: string;
  url: string;
  events: (
    | 'deposit.confirmed'
    | 'deposit.refunded'
    | 'deposit.failed'
    | 'withdrawal.completed'
    | 'withdrawal.failed'
    | 'withdrawal.expired'
  )[];
  description: string;
  enabled: boolean;
  disabledReason: 'owner' | 'gone' | 'dead' | 'away' | null;
  createdAt: string;
  updatedAt: string;
};

export type WebhookEndpointChange = {
  url?: string | undefined;
  events?:
    | (
        | 'deposit.confirmed'
        | 'deposit.refunded'
        | 'deposit.failed'
        | 'withdrawal.completed'
        | 'withdrawal.failed'
        | 'withdrawal.expired'
      )[]
    | undefined;
  description?: string | undefined;
  enabled?: boolean | undefined;
};

export type WebhookEndpointList = { data: WebhookEndpoint[]; nextCursor: string | null };

export type WebhookEndpointOrder = {
  url: string;
  events?:
    | (
        | 'deposit.confirmed'
        | 'deposit.refunded'
        | 'deposit.failed'
        | 'withdrawal.completed'
        | 'withdrawal.failed'
        | 'withdrawal.expired'
      )[]
    | undefined;
  description?: string | undefined;
};

export type WebhookTrial = { url: string };

export type Withdrawal = {
  id: string;
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';
  amountCents: number;
  feeCents: number;
  depositAddress: string;
  depositAmountCents: number;
  pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'EVP';
  pixEndToEndId: string | null;
  blockchainTxId: string | null;
  failureReason: string | null;
  externalId: string | null;
  createdAt: string;
  expiresAt: string;
  processingAt: string | null;
  completedAt: string | null;
  failedAt: string | null;
  expiredAt: string | null;
  receiptUrl: string | null;
  chain: WithdrawalChain;
};

export type WithdrawalChain = {
  state: 'unchecked' | 'seen' | 'confirmed';
  confirmations: number;
  checkedAt: string | null;
  txId: string | null;
  problem: 'short' | 'over' | 'late' | 'other_asset' | 'not_taken' | null;
};

export type WithdrawalDetail = {
  id: string;
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';
  reason: 'canceled' | 'refunded' | 'provider_error' | null;
  amountCents: number;
  feeCents: number;
  depositAmountCents: number;
  pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'EVP';
  pixKey: string;
  externalId: string | null;
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
  recipient: string;
  depositAddress: string;
  liquidUri: string;
  blockchainTxId: string | null;
  chain: {
    state: 'unchecked' | 'seen' | 'confirmed';
    confirmations: number;
    checkedAt: string | null;
    txId: string | null;
    problem: 'short' | 'over' | 'late' | 'other_asset' | 'not_taken' | null;
    confirmationsNeeded: number;
    arrivedCents: number | null;
  };
  pixEndToEndId: string | null;
  receiptUrl: string | null;
  processingAt: string | null;
  completedAt: string | null;
  failedAt: string | null;
  expiredAt: string | null;
  timeline: {
    at: string;
    what:
      | 'created'
      | 'processing'
      | 'confirmed'
      | 'completed'
      | 'failed'
      | 'expired'
      | 'refunded'
      | 'estorno'
      | 'med';
    cause:
      | 'api'
      | 'link'
      | 'panel'
      | 'provider_webhook'
      | 'poll'
      | 'reconciliation'
      | 'operator'
      | 'clock';
  }[];
  raw: Withdrawal;
};

export type WithdrawalOrder = {
  amountCents: number;
  pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'EVP';
  pixKey: string;
  taxId: string;
  externalId?: string | undefined;
};

export type WithdrawalRequest = {
  id: string;
  state: 'WAITING' | 'CONFIRMED' | 'MADE' | 'DECLINED' | 'REFUSED' | 'EXPIRED';
  amountCents: number;
  feeCents: number;
  withdrawalId: string | null;
  refusal: string | null;
  createdAt: string;
  expiresAt: string;
  decidedAt: string | null;
  pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'EVP';
  pixKey: string;
  externalId: string | null;
  agent: AskingAgent;
  decidedBy: string | null;
  recipient: string;
  reason: string;
};

export type WithdrawalRequestRow = {
  id: string;
  state: 'WAITING' | 'CONFIRMED' | 'MADE' | 'DECLINED' | 'REFUSED' | 'EXPIRED';
  amountCents: number;
  feeCents: number;
  withdrawalId: string | null;
  refusal: string | null;
  createdAt: string;
  expiresAt: string;
  decidedAt: string | null;
  pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'EVP';
  pixKey: string;
  externalId: string | null;
  agent: AskingAgent;
  decidedBy: string | null;
};

export type WithdrawalRequestRowList = { data: WithdrawalRequestRow[]; nextCursor: string | null };

export type WithdrawalRow = {
  id: string;
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';
  reason: 'canceled' | 'refunded' | 'provider_error' | null;
  amountCents: number;
  feeCents: number;
  depositAmountCents: number;
  pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'EVP';
  pixKey: string;
  externalId: string | null;
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
};

export type WithdrawalRowList = { data: WithdrawalRow[]; nextCursor: string | null };
