import type { Mode } from '../accounts/environment.ts';
import type { AccountId, EndpointId } from '../ids.ts';
import type { Cents } from '../money.ts';
import type { Language } from '../refusals.ts';

/** The facts in the only mail to an account's address, which is in both languages. */
export interface EndpointDisabled {
  readonly endpointId: EndpointId;
  /** Only the host of the endpoint's URL, since the rest may contain a secret. */
  readonly host: string;
  readonly mode: Mode;
  /** `gone`: it answered 410; `dead`: no success in five days. */
  readonly reason: 'gone' | 'dead';
  /** Since when it may have missed events; RFC 3339. */
  readonly since: string;
}

/** The account and environment that a mail is about. */
export interface Place {
  readonly accountId: AccountId;
  readonly accountName: string | null;
  readonly mode: Mode;
}

/** The facts in each kind of mail to a person, which is in that person's language. */
export interface PersonalFacts {
  readonly confirm_email: {
    readonly token: string;
    /** The invitation that started the sign-up, which is shown again afterwards. */
    readonly invitation?: string | undefined;
  };
  readonly account_exists: Readonly<Record<never, never>>;
  readonly password_reset: { readonly token: string };
  readonly password_changed: { readonly at: string };
  readonly sign_in_changed: {
    readonly at: string;
    readonly change: 'totp_added' | 'totp_removed' | 'passkey_added' | 'passkey_removed';
  };
  readonly invitation: {
    readonly token: string;
    readonly accountName: string | null;
    readonly invitedBy: string;
    readonly role: 'owner' | 'admin' | 'developer' | 'viewer';
  };
  readonly key_created: Place & {
    readonly keyName: string;
    readonly lastFour: string;
    /** The e-mail address of the person who created it. */
    readonly by: string;
    readonly at: string;
  };
  readonly wallet_changed: Place & {
    readonly change: 'added' | 'deleted';
    readonly label: string;
    readonly isDefault: boolean;
    readonly at: string;
  };
  readonly reversal: Place & {
    readonly tipo: 'estorno' | 'med';
    /** Whether it had been confirmed, or a MED was filed; absent in mails of older releases. */
    readonly isDisputed?: boolean | undefined;
    readonly amountCents: Cents;
    /** The deadline for submitting evidence; RFC 3339. */
    readonly deadline: string | null;
  };
  readonly withdrawal_requested: Place & {
    readonly requestId: string;
    readonly amountCents: Cents;
    /** The name that the account gave to the agent's key. */
    readonly keyName: string;
    readonly expiresAt: string;
  };
  readonly withdrawal_ended: Place & {
    readonly withdrawalId: string;
    readonly outcome: 'completed' | 'failed';
    readonly amountCents: Cents;
  };
}

export type PersonalKind = keyof PersonalFacts;
/** The kinds that are about one environment. */
export type PlacedKind = {
  [Kind in PersonalKind]: PersonalFacts[Kind] extends Place ? Kind : never;
}[PersonalKind];

/** Sent to an account once per subject; the subject is what it is about. */
interface AccountMail {
  readonly accountId: AccountId;
  readonly kind: 'endpoint_disabled';
  readonly subject: string;
  readonly facts: EndpointDisabled;
}

/** Sent to a person once per subject. */
export type PersonalMail = {
  [Kind in PersonalKind]: {
    readonly recipient: string;
    readonly language: Language;
    readonly kind: Kind;
    readonly subject: string;
    readonly facts: PersonalFacts[Kind];
  };
}[PersonalKind];

export type Mail = AccountMail | PersonalMail;
export type MailKind = Mail['kind'];

/** The facts as they are queued: `at`, when it happened, is when the mail was queued. */
export type Undated<Facts> = Omit<Facts, 'at'>;
export type UndatedMail = UndatedOf<Mail>;
/** Of each kind by itself. */
type UndatedOf<One> = One extends Mail
  ? Omit<One, 'facts'> & { readonly facts: Undated<One['facts']> }
  : never;

/** The contents of a mail, both as plain text and as HTML. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A letter before its layout. */
export interface Draft {
  readonly subject: string;
  readonly lines: readonly string[];
  /** The text of the only link, whose path is in `PATHS`. */
  readonly action: string;
}

/** The texts of one language: a draft for each kind. */
export type Drafts = {
  readonly [Kind in PersonalKind]: (facts: PersonalFacts[Kind]) => Draft;
};
