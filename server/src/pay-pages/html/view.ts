import type { Mode } from '../../accounts/environment.ts';
import type { Cents } from '../../money.ts';
import type { Shop } from '../../accounts/shop.ts';
import type { CheckoutState } from '../../checkouts/checkout.ts';
import type { Language } from '../../refusals.ts';

/** What every page has. */
export interface Frame {
  readonly language: Language;
  readonly mode: Mode;
  readonly shop: Shop;
  /** Of PONTE_BASE_URL: what a link that is sent to somebody begins with. */
  readonly origin: string;
  /** Who processes the Pix, where the operator said so. */
  readonly institution: string | null;
  /** This page's path without its query: the other language is the same path with `?lang=`. */
  readonly path: string;
}

/** Why the form came back; each has words of its own, said beside its field or above the form. */
export type FormFault =
  | { readonly field: 'amount'; readonly kind: 'missing' | 'unreadable' | 'range' }
  | {
      readonly field: 'document';
      readonly kind:
        'missing' | 'cpf_short' | 'cpf_digits' | 'cnpj_short' | 'cnpj_digits' | 'cnpj_letters';
    }
  /** Too many codes wait for payment, from here or on this link; or the provider has no room. */
  | {
      readonly field: null;
      readonly kind: 'too_many' | 'busy';
      readonly retryAfterSeconds: number;
    }
  | { readonly field: null; readonly kind: 'unstable' | 'paused' };

/** P1 and P2: what to pay, and who pays. */
export interface FormView {
  readonly frame: Frame;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** Null: there is a field for it. */
  readonly amountCents: Cents | null;
  /** The form's own name for this try. */
  readonly attempt: string;
  /** As they were typed. */
  readonly amount: string;
  readonly document: string;
  readonly documentKind: 'cpf' | 'cnpj';
  readonly faults: readonly FormFault[];
}

/** P3 to P11: a payer's own page, in whatever state. */
export interface CheckoutView {
  readonly frame: Frame;
  readonly slug: string;
  readonly token: string;
  readonly state: CheckoutState;
  readonly title: string;
  readonly amountCents: number;
  /** Whether the payer chose the amount, so that another one can be chosen. */
  readonly isOpenAmount: boolean;
  /** Null until the code is there. */
  readonly pixQrCode: string | null;
  /** Null when it is not known; `isCertain` when the operator said so, else it is the code's. */
  readonly payee: { readonly name: string; readonly isCertain: boolean } | null;
  /** `***.456.789-**`; null until the code is there. */
  readonly payer: string | null;
  /** Whether it is known that somebody else paid. */
  readonly isOtherPayer: boolean;
  readonly paidCents: number | null;
  /** The most this payer may pay now, when that is why there is no code. */
  readonly limitCents: number | null;
  readonly expiresAt: Date | null;
  /** Business time, against which the countdown runs. */
  readonly now: Date;
}

export interface ReceiptView {
  readonly frame: Frame;
  readonly slug: string;
  readonly token: string;
  readonly title: string;
  /** What was paid, which may be more than was asked for. */
  readonly amountCents: number;
  readonly confirmedAt: Date;
  readonly payer: string;
  readonly depositId: string;
  readonly blockchainTxId: string | null;
}

/** A page without anything to do on it. */
export interface NoticeView {
  /** Without a shop where no link is known. */
  readonly frame: Frame;
  readonly kind:
    'missing' | 'inactive' | 'paused' | 'unavailable' | 'too_many' | 'full' | 'unreadable';
  /** How long until another try is worth it. */
  readonly retryAfterSeconds: number;
}
