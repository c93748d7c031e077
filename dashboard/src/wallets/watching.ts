import type { ApiFailure } from '../api/api-failure.ts';
import { ownWords, visibleText } from '../words/plain-typed.ts';
import { readReceiver } from './liquid-uri.ts';

/** What the owner provides, and so how much of a wallet can be seen here; none of it can spend. */
export const WAYS = ['address', 'blinding_key', 'descriptor'] as const;
export type Way = (typeof WAYS)[number];

export interface WalletForm {
  way: Way;
  liquidAddress: string;
  blindingKey: string;
  descriptor: string;
  label: string;
  makeDefault: boolean;
}

export function emptyForm(makeDefault: boolean): WalletForm {
  const texts = { liquidAddress: '', blindingKey: '', descriptor: '', label: '' };
  return { way: 'address', ...texts, makeDefault };
}

interface WalletPage {
  readonly rows: readonly { readonly isDefault: boolean }[] | undefined;
  readonly nextCursor: string | null;
}

/** Something can be said about all wallets only if all are on this page. */
function allOn({ rows, nextCursor }: WalletPage, cursor: string | undefined): WalletPage['rows'] {
  return cursor === undefined && nextCursor === null ? rows : undefined;
}

export function lacksDefault(page: WalletPage, cursor: string | undefined): boolean {
  return allOn(page, cursor)?.every(({ isDefault }) => !isDefault) ?? false;
}

export function isOnlyOne(page: WalletPage, cursor: string | undefined): boolean {
  return allOn(page, cursor)?.length === 1;
}

type BlindingKeyProblem = 'missingKey' | 'wrongKey';
type DescriptorProblem = 'missingDescriptor' | 'spends' | 'noDescriptor';

export function problemOfKey(key: string): BlindingKeyProblem | undefined {
  const text = visibleText(key);
  if (text === '') return 'missingKey';
  return /^[0-9a-f]{64}$/i.test(text) ? undefined : 'wrongKey';
}

/** A key that can spend is rejected here, so that it never leaves the browser. */
export function problemOfDescriptor(descriptor: string): DescriptorProblem | undefined {
  const text = visibleText(descriptor);
  if (text === '') return 'missingDescriptor';
  if (/[xt]prv/i.test(text)) return 'spends';
  return text.startsWith('ct(') ? undefined : 'noDescriptor';
}

interface WalletRefusal {
  readonly field: 'liquidAddress' | 'blindingKey' | 'descriptor';
  /** What is wrong, where the server's sentence is for programs. */
  readonly problem?: 'otherAddress' | 'otherKey';
}

/** The field that a refusal is about; undefined if it is about none of them. */
export function refusalOf(
  { code, message }: Pick<ApiFailure, 'code' | 'message'>,
  way: Way,
): WalletRefusal | undefined {
  const field = way === 'descriptor' ? way : 'liquidAddress';
  switch (code) {
    case 'duplicate_wallet':
      return { field };
    case 'invalid_liquid_address':
      return { field, problem: 'otherAddress' };
    case 'invalid_request':
      // Only the sentence says which field of the API is meant.
      if (message.includes('blindingKey')) return { field: 'blindingKey', problem: 'otherKey' };
      return message.includes('descriptor') ? { field: 'descriptor' } : undefined;
    default:
      return undefined;
  }
}

/** Sends only the chosen way's fields: what was typed for another stays here. */
export function orderOf({ way, label, makeDefault, ...given }: WalletForm) {
  const rest = { label: ownWords(label), makeDefault };
  if (way === 'descriptor') return { ...rest, descriptor: visibleText(given.descriptor) };
  const address = { ...rest, liquidAddress: readReceiver(given.liquidAddress).address };
  if (way === 'address') return address;
  return { ...address, blindingKey: visibleText(given.blindingKey) };
}

/** Whether closing the form would lose something that is hard to type again. */
export function isBegun({ liquidAddress, blindingKey, descriptor }: WalletForm): boolean {
  return [liquidAddress, blindingKey, descriptor].some((text) => text !== '');
}
