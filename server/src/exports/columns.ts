import type { DepositStatus } from '../deposits/deposit.ts';
import type { DepositRow } from '../lists/list-deposits.ts';
import { type Origin, originOf } from '../lists/list.ts';
import type { WithdrawalRow } from '../lists/list-withdrawals.ts';
import { maskPixKey, type PixKeyType } from '../pix/pix-key.ts';
import { maskTaxId } from '../pix/tax-id.ts';
import type { Language } from '../refusals.ts';
import type { Transaction } from '../transactions/store.ts';
import type { WithdrawalStatus } from '../withdrawals/withdrawal.ts';
import type { Cell, Column } from './csv.ts';
import type { Named } from './name-wallets.ts';

interface Words {
  readonly status: {
    readonly deposit: Readonly<Record<DepositStatus, string>>;
    readonly withdrawal: Readonly<Record<WithdrawalStatus, string>>;
  };
  readonly keyTypes: Readonly<Record<PixKeyType, string>>;
  readonly kinds: Readonly<Record<Transaction['type'], string>>;
  readonly origins: Readonly<Record<Origin, string>>;
}

/** The same words as in the dashboard. */
export const WORDS: Readonly<Record<Language, Words>> = {
  pt: {
    status: {
      deposit: {
        PENDING: 'Aguardando',
        CONFIRMED: 'Confirmado',
        FAILED: 'Falhou',
        REFUNDED: 'Devolvido',
      },
      withdrawal: {
        PENDING: 'Aguardando envio',
        PROCESSING: 'Processando',
        COMPLETED: 'Concluído',
        FAILED: 'Falhou',
        EXPIRED: 'Expirado',
      },
    },
    keyTypes: {
      CPF: 'CPF',
      CNPJ: 'CNPJ',
      EMAIL: 'E-mail',
      PHONE: 'Telefone',
      EVP: 'Chave aleatória',
    },
    kinds: { deposit: 'Depósito', withdrawal: 'Saque' },
    origins: { api: 'API', link: 'Link', panel: 'Painel' },
  },
  en: {
    status: {
      deposit: {
        PENDING: 'Waiting',
        CONFIRMED: 'Confirmed',
        FAILED: 'Failed',
        REFUNDED: 'Returned',
      },
      withdrawal: {
        PENDING: 'Waiting for your transfer',
        PROCESSING: 'Processing',
        COMPLETED: 'Completed',
        FAILED: 'Failed',
        EXPIRED: 'Expired',
      },
    },
    keyTypes: { CPF: 'CPF', CNPJ: 'CNPJ', EMAIL: 'E-mail', PHONE: 'Phone', EVP: 'Random key' },
    kinds: { deposit: 'Deposit', withdrawal: 'Withdrawal' },
    origins: { api: 'API', link: 'Link', panel: 'Dashboard' },
  },
};

const text = (value: string | null): Cell => ({ kind: 'text', text: value });
const money = (value: number | null): Cell => ({ kind: 'money', cents: value });
const integer = (value: number | null): Cell => ({ kind: 'integer', value });
const time = (value: Date | null): Cell => ({ kind: 'time', at: value });

function statusCell(kind: Transaction['type'], status: string, language: Language): Cell {
  const words: Readonly<Record<string, string>> = WORDS[language].status[kind];
  return text(words[status] ?? status);
}

export const DEPOSIT_COLUMNS: readonly Column<DepositRow>[] = [
  { pt: 'Criado em (Brasília)', en: 'Created at (Brasília)', cellOf: (row) => time(row.createdAt) },
  { pt: 'Id', en: 'Id', cellOf: (row) => text(row.id) },
  { pt: 'Situação', en: 'Status', cellOf: (row, as) => statusCell('deposit', row.status, as) },
  { pt: 'Pagador', en: 'Payer', cellOf: (row) => text(maskTaxId(row.taxId)) },
  { pt: 'Valor (R$)', en: 'Amount (R$)', cellOf: (row) => money(row.amountCents) },
  { pt: 'Tarifa (R$)', en: 'Fee (R$)', cellOf: (row) => money(row.feeCents) },
  { pt: 'Cliente paga (R$)', en: 'Payer pays (R$)', cellOf: (row) => money(row.totalCents) },
  { pt: 'Líquido (R$)', en: 'Net (R$)', cellOf: (row) => money(row.netCents) },
  { pt: 'Líquido (centavos)', en: 'Net (cents)', cellOf: (row) => integer(row.netCents) },
  { pt: 'Carteira', en: 'Wallet', cellOf: (row) => text(row.walletLabel) },
  { pt: 'Origem', en: 'Origin', cellOf: (row, as) => text(WORDS[as].origins[originOf(row)]) },
  { pt: 'Link', en: 'Link', cellOf: (row) => text(row.linkTitle) },
  { pt: 'Seu número do pedido', en: 'Your order number', cellOf: (row) => text(row.externalId) },
  { pt: 'Transação', en: 'Transaction', cellOf: (row) => text(row.blockchainTxId) },
  { pt: 'Confirmado em', en: 'Confirmed at', cellOf: (row) => time(row.confirmedAt) },
  { pt: 'Devolvido em', en: 'Returned at', cellOf: (row) => time(row.refundedAt) },
];

export const WITHDRAWAL_COLUMNS: readonly Column<WithdrawalRow>[] = [
  { pt: 'Criado em (Brasília)', en: 'Created at (Brasília)', cellOf: (row) => time(row.createdAt) },
  { pt: 'Id', en: 'Id', cellOf: (row) => text(row.id) },
  { pt: 'Situação', en: 'Status', cellOf: (row, as) => statusCell('withdrawal', row.status, as) },
  { pt: 'Valor do Pix (R$)', en: 'Pix amount (R$)', cellOf: (row) => money(row.amountCents) },
  { pt: 'Tarifa (R$)', en: 'Fee (R$)', cellOf: (row) => money(row.feeCents) },
  { pt: 'DePix a enviar', en: 'DePix to send', cellOf: (row) => money(row.depositAmountCents) },
  {
    pt: 'Valor do Pix (centavos)',
    en: 'Pix amount (cents)',
    cellOf: (row) => integer(row.amountCents),
  },
  {
    pt: 'Tipo da chave',
    en: 'Key type',
    cellOf: (row, as) => text(WORDS[as].keyTypes[row.pixKeyType]),
  },
  { pt: 'Chave Pix', en: 'Pix key', cellOf: (row) => text(maskPixKey(row.pixKeyType, row.pixKey)) },
  { pt: 'Seu número do pedido', en: 'Your order number', cellOf: (row) => text(row.externalId) },
  { pt: 'Transação', en: 'Transaction', cellOf: (row) => text(row.blockchainTxId) },
  { pt: 'Id do Pix (E2E)', en: 'Pix id (E2E)', cellOf: (row) => text(row.pixEndToEndId) },
  { pt: 'Concluído em', en: 'Completed at', cellOf: (row) => time(row.completedAt) },
];

export const TRANSACTION_COLUMNS: readonly Column<Transaction & Named>[] = [
  { pt: 'Criado em (Brasília)', en: 'Created at (Brasília)', cellOf: (row) => time(row.createdAt) },
  { pt: 'Tipo', en: 'Type', cellOf: (row, as) => text(WORDS[as].kinds[row.type]) },
  { pt: 'Id', en: 'Id', cellOf: (row) => text(row.id) },
  { pt: 'Situação', en: 'Status', cellOf: (row, as) => statusCell(row.type, row.status, as) },
  { pt: 'Bruto (R$)', en: 'Gross (R$)', cellOf: (row) => money(entryOf(row).grossCents) },
  { pt: 'Tarifas (R$)', en: 'Fees (R$)', cellOf: (row) => money(entryOf(row).feeCents) },
  { pt: 'Líquido (R$)', en: 'Net (R$)', cellOf: (row) => money(entryOf(row).netCents) },
  { pt: 'Líquido (centavos)', en: 'Net (cents)', cellOf: (row) => integer(entryOf(row).netCents) },
  { pt: 'Valor (R$)', en: 'Amount (R$)', cellOf: (row) => money(row.amountCents) },
  { pt: 'Valor (centavos)', en: 'Amount (cents)', cellOf: (row) => integer(row.amountCents) },
  { pt: 'Carteira', en: 'Wallet', cellOf: (row) => text(row.walletLabel) },
  { pt: 'Seu número do pedido', en: 'Your order number', cellOf: (row) => text(row.externalId) },
  { pt: 'Transação', en: 'Transaction', cellOf: (row) => text(row.blockchainTxId) },
  { pt: 'Atualizado em', en: 'Updated at', cellOf: (row) => time(row.updatedAt) },
];

/** The effect on the wallets, as the dashboard's ledger shows it: gross less fees is net. */
function entryOf(row: Transaction) {
  const { amountCents, feeCents } = row;
  const [grossCents, netCents] =
    row.type === 'deposit'
      ? [row.totalCents ?? amountCents, (row.totalCents ?? amountCents) - feeCents]
      : [-amountCents, -(row.depositAmountCents ?? amountCents + feeCents)];
  return { grossCents, feeCents: grossCents - netCents, netCents };
}
