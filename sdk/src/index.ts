export type { Balances, Fees, FeeSchedule, OnChainBalance, WalletBalance } from './accounts.ts';
export type { SandboxCase, SandboxCases, SandboxRun, SandboxStage } from './cases.ts';
export { createPonte, type Ponte } from './client.ts';
export type {
  DeliveredKind,
  Delivery,
  DeliveryAttempt,
  DeliveryQuery,
  DeliveryStatus,
} from './deliveries.ts';
export type {
  Deposit,
  DepositChain,
  DepositEventData,
  DepositOrder,
  DepositStatus,
  FinalDeposit,
  NewDeposit,
} from './deposits.ts';
export type {
  Endpoint,
  EndpointChange,
  EndpointOrder,
  NewEndpoint,
  Replay,
  ReplayAccepted,
  RotatedEndpoint,
  SecretRotation,
} from './endpoints.ts';
export {
  ADVICE,
  type Advice,
  type ErrorCode,
  type FaultyField,
  isPonteError,
  type LostCode,
  type Outcome,
  PonteError,
  type PonteErrorCode,
} from './errors.ts';
export type { EventKind, EventPage, EventQuery, JournalEvent } from './events.ts';
export type { PaymentLink, PaymentLinkChange, PaymentLinkOrder } from './links.ts';
export type {
  DeliveryResult,
  DeliveryResults,
  DeliveryTaking,
  Listener,
  ListenerOrder,
  RecordedResults,
  TakenDeliveries,
  TakenDelivery,
} from './listeners.ts';
export type { List, Page, PageQuery } from './lists.ts';
export type { Language } from './messages.ts';
export type { PonteOptions } from './options.ts';
export type { Intent, OrderOptions } from './orders.ts';
export type { ChainProof, ProofQuery } from './proofs.ts';
export type { DepositDifference, Reconciliation, ReconciliationQuery } from './reconciliations.ts';
export type { Answer, ApiRequest, CallOptions, Named, Timestamp } from './request.ts';
export type { LoggedRequest, RequestQuery } from './requests.ts';
export type { ReversalAlert, ReversalPage, ReversalQuery } from './reversals.ts';
export type {
  Accepted,
  SandboxBooks,
  SandboxClock,
  SandboxClockMove,
  SandboxClockMoved,
  SandboxFailure,
  SandboxFunding,
  SandboxPayment,
  SandboxSwitches,
} from './sandbox.ts';
export type { Scope } from './scopes.ts';
export type { Transaction, TransactionQuery } from './transactions.ts';
export type { Wallet, WalletOrder } from './wallets.ts';
export type {
  FinalWithdrawal,
  NewWithdrawal,
  PixKeyType,
  Withdrawal,
  WithdrawalChain,
  WithdrawalEventData,
  WithdrawalOrder,
  WithdrawalStatus,
} from './withdrawals.ts';
