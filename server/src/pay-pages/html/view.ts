import type { Mode } from '../../accounts/environment.ts';
import type { Cents } from '../../money.ts';
import type { Shop } from '../../accounts/shop.ts';
import type { CheckoutState } from '../../checkouts/checkout.ts';
import type { Language } from '../../refusals.ts';

/** What every page has. */
export interface Frame {
  readonly language: Language;
  readonly mode: Mode;
  /** As `plainShop` leaves it. */
  readonly shop: Shop;
  /** The origin of PONTE_BASE_URL, for links that are shared. */
  readonly origin: string;
  /** Who processes the Pix, if the operator says so. */
  readonly institution: string | null;
  /** The page's path without its query; the other language is the same path with `?lang=`. */
  readonly path: string;
}

/** Why the form is shown again; each has a text beside its field or above the form. */
export type FormFault =
  | { readonly field: 'amount'; readonly kind: 'missing' | 'unreadable' | 'range' }
  | {
      readonly field: 'document';
      readonly kind:
        'missing' | 'cpf_short' | 'cpf_digits' | 'cnpj_short' | 'cnpj_digits' | 'cnpj_letters';
    }
  /** Too many codes are open, from here or on this link; or the provider's budget has no room. */
  | {
      readonly field: null;
      readonly kind: 'too_many' | 'busy';
      readonly retryAfterSeconds: number;
    }
  | { readonly field: null; readonly kind: 'unstable' | 'paused' };

/** What to pay, and who pays. */
export interface FormView {
  readonly frame: Frame;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** Null: there is a field for it. */
  readonly amountCents: Cents | null;
  /** The form's own id for this attempt. */
  readonly attempt: string;
  /** As they were entered. */
  readonly amount: string;
  readonly document: string;
  readonly documentKind: 'cpf' | 'cnpj';
  readonly faults: readonly FormFault[];
}

/** A payer's own page, in any state. */
export interface CheckoutView {
  readonly frame: Frame;
  readonly slug: string;
  readonly token: string;
  readonly state: CheckoutState;
  readonly title: string;
  readonly amountCents: number;
  /** Whether the payer chose the amount, so that another one can be chosen. */
  readonly isOpenAmount: boolean;
  /** Null while there is no code. */
  readonly pixQrCode: string | null;
  /** Null if unknown; `isCertain` if the operator set it, otherwise it is read from the code. */
  readonly payee: { readonly name: string; readonly isCertain: boolean } | null;
  /** `***.456.789-**`; null while there is no code. */
  readonly payer: string | null;
  /** Whether somebody else is known to have paid. */
  readonly isOtherPayer: boolean;
  readonly paidCents: number | null;
  /** The most that this payer may pay now, if that is why there is no code. */
  readonly limitCents: number | null;
  readonly expiresAt: Date | null;
  /** Business time, which the countdown is based on. */
  readonly now: Date;
}

export interface ReceiptView {
  readonly frame: Frame;
  readonly slug: string;
  readonly token: string;
  readonly title: string;
  /** The amount paid, which may be more than the amount ordered. */
  readonly amountCents: number;
  readonly confirmedAt: Date;
  readonly payer: string;
  readonly depositId: string;
  readonly blockchainTxId: string | null;
}

/** A page without any action. */
export interface NoticeView {
  /** Has no shop if the link is unknown. */
  readonly frame: Frame;
  readonly kind:
    'missing' | 'inactive' | 'paused' | 'unavailable' | 'too_many' | 'full' | 'unreadable';
  /** How long until a retry is worthwhile. */
  readonly retryAfterSeconds: number;
}
