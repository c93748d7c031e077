import type { Mode } from '../accounts/environment.ts';
import type { AccountId, EndpointId } from '../ids.ts';
import type { Language } from '../refusals.ts';

/** What each kind of mail to an account's address has to say, in both languages. */
export interface AccountFacts {
  readonly endpoint_disabled: {
    readonly endpointId: EndpointId;
    /** Of the endpoint's address nothing more, since the rest may carry a secret. */
    readonly host: string;
    readonly mode: Mode;
    /** `gone`: it answered 410; `dead`: nothing succeeded for five days. */
    readonly reason: 'gone' | 'dead';
    /** Since when it may have missed events, RFC 3339. */
    readonly since: string;
  };
}

/** Of which account and environment a mail tells. */
export interface Place {
  readonly accountId: AccountId;
  readonly accountName: string | null;
  readonly mode: Mode;
}

/** What each kind of mail to one person has to say, in that person's language. */
export interface PersonalFacts {
  readonly confirm_email: {
    readonly token: string;
    /** Of the invitation that the sign-up began with, which is shown again afterwards. */
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
    /** The address of whoever made it. */
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
    /** Whether it had been confirmed, or a MED was filed; not there in mails of older releases. */
    readonly isDisputed?: boolean | undefined;
    readonly amountCents: number;
    /** Until when evidence can be handed in; RFC 3339. */
    readonly deadline: string | null;
  };
  readonly withdrawal_requested: Place & {
    readonly requestId: string;
    readonly amountCents: number;
    /** The name that the account gave the agent's key. */
    readonly keyName: string;
    readonly expiresAt: string;
  };
  readonly withdrawal_ended: Place & {
    readonly withdrawalId: string;
    readonly outcome: 'completed' | 'failed';
    readonly amountCents: number;
  };
}

export type MailFacts = AccountFacts & PersonalFacts;
export type AccountKind = keyof AccountFacts;
export type PersonalKind = keyof PersonalFacts;
/** Those that tell of one environment. */
export type PlacedKind = {
  [Kind in PersonalKind]: PersonalFacts[Kind] extends Place ? Kind : never;
}[PersonalKind];
export type MailKind = keyof MailFacts;

/** What an account is told once for each subject; the subject is what it is about. */
export type AccountMail = {
  [Kind in AccountKind]: {
    readonly accountId: AccountId;
    readonly kind: Kind;
    readonly subject: string;
    readonly facts: AccountFacts[Kind];
  };
}[AccountKind];

/** What one person is told once for each subject. */
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

/** What a person reads, twice the same: as plain text and as HTML. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A letter before it is laid out. */
export interface Draft {
  readonly subject: string;
  readonly lines: readonly string[];
  /** What is said of the one link, which `PATHS` leads somewhere. */
  readonly action: string;
}

/** The words of one language: a draft for each kind. */
export type Drafts = {
  readonly [Kind in PersonalKind]: (facts: PersonalFacts[Kind]) => Draft;
};
