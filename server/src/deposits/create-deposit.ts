import type { App } from '../app.ts';
import { type Environment, feeOf, type Tenancy } from '../accounts/environment.ts';
import { MINUTE_MS } from '../durations.ts';
import { ApiError } from '../errors.ts';
import type { Claim } from '../idempotency/claim.ts';
import {
  type Keyed,
  once,
  type OnceAnswer,
  type Operation,
  type Performed,
} from '../idempotency/once.ts';
import { type DepositId, parseId, type PaymentLinkId, type WalletId } from '../ids.ts';
import { pausedEverywhere } from '../installations/safe-mode.ts';
import type { Cents } from '../money.ts';
import { notConfigured } from '../provider/port.ts';
import { findWalletForDeposit } from '../wallets/store.ts';
import { type Deposit, type DepositPrice, priceDeposit } from './deposit.ts';
import { allocateAddress } from './allocate-address.ts';
import { recordDeposit } from './record-deposit.ts';
import { createdDeposit } from './view.ts';

/** How long a charge can be paid, until a reading from the provider says otherwise. */
const EXPIRES_AFTER_MS = 20 * MINUTE_MS;

export interface DepositOrder {
  readonly amountCents: Cents;
  readonly taxId: string;
  readonly walletId: string | undefined;
  readonly passFeesToPayer: boolean;
  readonly externalId: string | null;
  /** The link that the payer used; null for an order through the API. */
  readonly paymentLinkId: PaymentLinkId | null;
  /** Whether a signed-in person placed the order. */
  readonly fromPanel: boolean;
}

/**
 * Fixed before the provider is called; later changes to account or wallet do not affect it.
 */
interface DepositIntent extends Omit<DepositOrder, 'walletId' | 'amountCents'> {
  readonly price: DepositPrice;
  readonly walletId: WalletId;
  /** The wallet's own address. */
  readonly liquidAddress: string;
  /** Whether the deposit gets an address of its own instead, from the wallet's descriptor. */
  readonly hasDescriptor: boolean;
}

/**
 * Creates a deposit, once per key.
 * @param readOrder an ApiError that it throws uses up the key
 * @throws ApiError as `once` and `planDeposit` do, and for a closed account
 */
export function createDeposit(
  app: App,
  tenancy: Tenancy,
  keyed: Keyed,
  readOrder: () => DepositOrder,
): Promise<OnceAnswer> {
  const { environment } = tenancy;
  const closed = closedToDeposits(app, tenancy);
  const plan = () => planDeposit(app, environment, readOrder());
  return once(app, { ...keyed, environment, closed, plan }, depositOperation);
}

/** Why no deposit can be made now: deposits_disabled or not_configured; undefined if one can. */
export function closedToDeposits(
  app: App,
  { environment, safeMode }: Tenancy,
): ApiError | undefined {
  if (safeMode) return pausedEverywhere('deposits_disabled');
  if (!environment.depositsEnabled) return new ApiError('deposits_disabled');
  const provider = app.providerOf({ environmentId: environment.id, mode: environment.mode });
  return provider ? undefined : new ApiError('not_configured');
}

/** @throws ApiError invalid_amount if the fee leaves nothing, or does not cover the provider's */
export function priceOrder(
  { config, log }: Pick<App, 'config' | 'log'>,
  { id, fees }: Pick<Environment, 'id' | 'fees'>,
  { amountCents, passFeesToPayer }: Pick<DepositOrder, 'amountCents' | 'passFeesToPayer'>,
): DepositPrice {
  const { providerDepositFeeCents: providerFeeCents } = config;
  const price = priceDeposit(amountCents, fees.deposit, passFeesToPayer, providerFeeCents);
  if (price) return price;
  const feeCents = feeOf(amountCents, fees.deposit);
  if (feeCents >= providerFeeCents) throw new ApiError('invalid_amount', { text: NOTHING_LEFT });
  log.warn(
    { environment: id, feeCents, providerFeeCents },
    "a deposit is refused: the account's fee does not cover the provider's",
  );
  throw new ApiError('invalid_amount', { text: NOT_COVERED });
}

const NOTHING_LEFT = {
  pt: 'A tarifa consome todo o valor. Aumente o valor ou repasse a tarifa ao pagador.',
  en: 'The fee takes up the whole amount. Raise the amount or pass the fee on to the payer.',
};
const NOT_COVERED = {
  pt: 'Neste valor, a tarifa desta conta não cobre a do provedor Pix. Fale com o operador.',
  en: "At this amount, this account's fee does not cover the Pix provider's. Ask the operator.",
};

/** @throws ApiError invalid_amount, no_liquid_address */
export async function planDeposit(
  app: App,
  environment: Environment,
  order: DepositOrder,
): Promise<DepositIntent> {
  const price = priceOrder(app, environment, order);
  const walletId = order.walletId === undefined ? null : parseId('wal', order.walletId);
  const wallet =
    walletId !== undefined && (await findWalletForDeposit(app.db, environment.id, walletId));
  if (!wallet) throw new ApiError('no_liquid_address');
  return {
    price,
    walletId: wallet.id,
    liquidAddress: wallet.liquidAddress,
    hasDescriptor: wallet.hasDescriptor,
    taxId: order.taxId,
    passFeesToPayer: order.passFeesToPayer,
    externalId: order.externalId,
    paymentLinkId: order.paymentLinkId,
    fromPanel: order.fromPanel,
  };
}

export const depositOperation: Operation = { name: 'deposit', perform: createCharge };

async function createCharge(app: App, claim: Claim): Promise<Performed> {
  // Written by `planDeposit`, sealed, and read back only by this function.
  const intent = claim.intent as DepositIntent;
  const { price } = intent;
  // Payers on public pages must not use up the API's share of the provider's budget.
  const provider = app.providerOf(claim, intent.paymentLinkId === null ? 'request' : 'page');
  if (!provider) throw notConfigured();
  const liquidAddress = await addressFor(app, claim, intent);
  const charge = await provider.createCharge({
    nonce: claim.nonce,
    payerTaxId: intent.taxId,
    liquidAddress,
    amountCents: price.amountCents,
    totalCents: price.totalCents,
    splitBasisPoints: price.splitBasisPoints,
  });
  const { ref, pixQrCode } = charge;
  const deposit = openDeposit(claim, intent, { liquidAddress, ref, pixQrCode });
  return {
    body: createdDeposit(deposit, app.config.baseUrl),
    providerRef: ref,
    record: (ending) => recordDeposit(app, deposit, ending),
  };
}

/** Chosen under the key's claim, so that a repeated order gets the same address. */
async function addressFor(app: App, claim: Claim, intent: DepositIntent): Promise<string> {
  const { walletId, liquidAddress, hasDescriptor } = intent;
  if (!hasDescriptor) return liquidAddress;
  const { environmentId } = claim;
  return allocateAddress(app, { environmentId, walletId, depositId: depositId(claim) });
}

function openDeposit(
  claim: Claim,
  { price, ...order }: DepositIntent,
  { liquidAddress, ref, pixQrCode }: { liquidAddress: string; ref: string; pixQrCode: string },
): Deposit {
  return {
    ...price,
    ...order,
    environmentId: claim.environmentId,
    id: depositId(claim),
    status: 'PENDING',
    liquidAddress,
    providerRef: ref,
    pixQrCode,
    providerStatus: null,
    paidCents: null,
    blockchainTxId: null,
    failureReason: null,
    heldSince: null,
    createdAt: claim.now,
    expiresAt: new Date(claim.now.getTime() + EXPIRES_AFTER_MS),
    updatedAt: claim.now,
    confirmedAt: null,
    failedAt: null,
    refundedAt: null,
  };
}

function depositId(claim: Claim): DepositId {
  const id = parseId('dep', claim.resourceId);
  if (!id) throw new Error('a deposit key owns another kind of resource');
  return id;
}
