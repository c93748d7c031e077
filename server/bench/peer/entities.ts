import { EntitySchema } from 'typeorm';

export interface Account {
  id: string;
  name: string;
}

export interface ApiKey {
  id: string;
  secretHash: string;
  revokedAt: Date | null;
  account: Account;
}

export interface Wallet {
  id: string;
  accountId: string;
  liquidAddress: string;
  isDefault: boolean;
}

export interface IdempotencyKey {
  accountId: string;
  key: string;
  requestHash: string;
  state: 'running' | 'done';
  responseStatus: number | null;
  response: object | null;
}

export interface Deposit {
  id: string;
  accountId: string;
  walletId: string;
  status: string;
  amountCents: number;
  feeCents: number;
  totalCents: number;
  taxId: string;
  providerRef: string;
  pixQrCode: string;
  expiresAt: Date;
  createdAt: Date;
}

export const AccountEntity = new EntitySchema<Account>({
  name: 'Account',
  tableName: 'accounts',
  columns: {
    id: { type: 'uuid', primary: true, generated: 'uuid' },
    name: { type: 'text' },
  },
});

export const ApiKeyEntity = new EntitySchema<ApiKey>({
  name: 'ApiKey',
  tableName: 'api_keys',
  columns: {
    id: { type: 'uuid', primary: true, generated: 'uuid' },
    secretHash: { type: 'text', name: 'secret_hash', unique: true },
    revokedAt: { type: 'timestamptz', name: 'revoked_at', nullable: true },
  },
  relations: {
    account: { type: 'many-to-one', target: 'Account', joinColumn: { name: 'account_id' } },
  },
});

export const WalletEntity = new EntitySchema<Wallet>({
  name: 'Wallet',
  tableName: 'wallets',
  columns: {
    id: { type: 'uuid', primary: true, generated: 'uuid' },
    accountId: { type: 'uuid', name: 'account_id' },
    liquidAddress: { type: 'text', name: 'liquid_address' },
    isDefault: { type: 'boolean', name: 'is_default' },
  },
});

export const IdempotencyKeyEntity = new EntitySchema<IdempotencyKey>({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  columns: {
    accountId: { type: 'uuid', name: 'account_id', primary: true },
    key: { type: 'text', primary: true },
    requestHash: { type: 'text', name: 'request_hash' },
    state: { type: 'text' },
    responseStatus: { type: 'integer', name: 'response_status', nullable: true },
    response: { type: 'jsonb', nullable: true },
  },
});

export const DepositEntity = new EntitySchema<Deposit>({
  name: 'Deposit',
  tableName: 'deposits',
  columns: {
    id: { type: 'uuid', primary: true },
    accountId: { type: 'uuid', name: 'account_id' },
    walletId: { type: 'uuid', name: 'wallet_id' },
    status: { type: 'text' },
    amountCents: { type: 'integer', name: 'amount_cents' },
    feeCents: { type: 'integer', name: 'fee_cents' },
    totalCents: { type: 'integer', name: 'total_cents' },
    taxId: { type: 'text', name: 'tax_id' },
    providerRef: { type: 'text', name: 'provider_ref' },
    pixQrCode: { type: 'text', name: 'pix_qr_code' },
    expiresAt: { type: 'timestamptz', name: 'expires_at' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
  },
});
