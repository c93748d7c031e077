import { Type } from 'typebox';
import type { App } from '../app.ts';
import type { Http } from '../platform/http.ts';
import { preferredLanguage } from '../platform/preferred-language.ts';
import { OneOf, Printable } from '../platform/schema.ts';
import { LANGUAGES } from '../refusals.ts';
import { endFormer } from '../sessions/former-session.ts';
import { setSessionCookie, visitorOf } from '../sessions/open-session.ts';
import { hostCookie } from '../sessions/session.ts';
import { takesPasskeys } from '../sessions/takes-passkeys.ts';
import { confirmEmail } from './confirm-email.ts';
import { Accepted, Email, MailToken, NewPassword, Password } from './fields.ts';
import { padDuration } from './pad-duration.ts';
import { resendConfirmation, signUp } from './sign-up.ts';
import { CONFIRM_HOURS, MAIL_TOKEN_LENGTH } from './user.ts';

/** Kept by the browser that signed up until the link in the mail is opened. */
const SIGN_UP_COOKIE = 'ponte_sign_up';

const Invitation = Type.String({
  maxLength: 100,
  description:
    'What stands behind # in the link of an invitation to this address. The link of the mail then leads on to it.',
  examples: ['x'.repeat(MAIL_TOKEN_LENGTH)],
});

const SignUp = Type.Object(
  {
    email: Email,
    password: NewPassword,
    accountName: Type.Optional(
      Printable(0, 80, { description: 'What payers read.', examples: ['Loja da Ana'] }),
    ),
    language: Type.Optional(
      OneOf(LANGUAGES, { description: 'Of pages and mails. Without it, the browser says.' }),
    ),
    invitation: Type.Optional(Invitation),
  },
  { title: 'SignUp' },
);

const Entry = Type.Object(
  {
    mailbox: Type.Boolean({
      description: 'Whether mails are to be read at /dev/mailbox.',
      examples: [true],
    }),
    passkeys: Type.Boolean({
      description: 'Whether passkeys work here: the address needs a name, not a number.',
      examples: [true],
    }),
  },
  { title: 'Entry' },
);

const Confirmed = Type.Object(
  {
    signedIn: Type.Boolean({
      description:
        'Whether the account was made and this browser, which signed up or gave the password, is signed in.',
      examples: [true],
    }),
    needsPassword: Type.Boolean({
      description:
        'Whether nothing was done yet: in a browser that did not sign up, the password has to come with the token.',
      examples: [false],
    }),
    email: Email,
  },
  { title: 'Confirmed' },
);

export function registerSignUpRoutes(http: Http, app: App): void {
  http.get(
    '/entry',
    {
      config: {
        open: 'What a page needs before anybody has signed in.',
        errors: ['cross_site_request', 'rate_limited'],
      },
      schema: {
        operationId: 'getEntry',
        summary: 'What the pages of entry can offer',
        description: 'Whether there is a mailbox to read mails in, and whether passkeys work.',
        tags: ['Entry'],
        response: { 200: Entry },
      },
    },
    async () => {
      const { baseUrl, hasMailbox, trustedProxies } = app.config;
      // The mailbox is not shown through a proxy.
      const mailbox = hasMailbox && trustedProxies.length === 0;
      return { mailbox, passkeys: takesPasskeys(baseUrl) };
    },
  );
  registerSignUp(http, app);
  registerResend(http, app);
  registerConfirmation(http, app);
}

function registerSignUp(http: Http, app: App): void {
  http.post(
    '/sign-up',
    {
      config: {
        open: 'Whoever signs up is nobody yet.',
        fields: [
          ['email', 'invalid_email'],
          ['password', 'weak_password'],
        ],
        errors: ['invalid_email', 'weak_password', 'cross_site_request', 'rate_limited'],
      },
      schema: {
        operationId: 'signUp',
        summary: 'Sign up',
        description:
          'Sends a mail whose link makes the account. Signing up again with the address replaces what was asked before. The answer is the same for an address that has an account, which gets another mail.',
        tags: ['Entry'],
        body: SignUp,
        response: { 202: Accepted },
      },
    },
    async (request, reply) => {
      const { email, password, accountName, language, invitation } = request.body;
      const browserToken = await padDuration(() =>
        signUp(app, {
          email,
          password,
          accountName,
          language: language ?? preferredLanguage(request),
          invitation,
          ip: request.ip,
        }),
      );
      const { name, options } = hostCookie(app.config.baseUrl, SIGN_UP_COOKIE);
      void reply.setCookie(name, browserToken, { ...options, maxAge: CONFIRM_HOURS * 3_600 });
      return reply.code(202).send({ accepted: true });
    },
  );
}

function registerResend(http: Http, app: App): void {
  http.post(
    '/sign-up/resend',
    {
      config: {
        open: 'Whoever signs up is nobody yet.',
        fields: [['email', 'invalid_email']],
        errors: ['invalid_email', 'cross_site_request', 'rate_limited'],
      },
      schema: {
        operationId: 'resendConfirmation',
        summary: 'Send the mail of a sign-up again',
        description: 'At most once a minute for an address; the answer is always the same.',
        tags: ['Entry'],
        body: Type.Object(
          { email: Email, invitation: Type.Optional(Invitation) },
          { title: 'ConfirmationOrder' },
        ),
        response: { 202: Accepted },
      },
    },
    async (request, reply) => {
      const { email, invitation } = request.body;
      await padDuration(() => resendConfirmation(app, email, invitation));
      return reply.code(202).send({ accepted: true });
    },
  );
}

function registerConfirmation(http: Http, app: App): void {
  http.post(
    '/confirm-email',
    {
      config: {
        open: 'The link of the mail says who it is.',
        errors: ['link_expired', 'invalid_credentials', 'cross_site_request', 'rate_limited'],
      },
      schema: {
        operationId: 'confirmEmail',
        summary: 'Confirm a mail address',
        description:
          'Makes the account that was signed up for, and signs in. The link works once, within 24 hours. In another browser than the one that signed up, the password of the sign-up is needed too; without it nothing changes.',
        tags: ['Entry'],
        body: Type.Object(
          { token: MailToken, password: Type.Optional(Password) },
          { title: 'Confirmation' },
        ),
        response: { 200: Confirmed },
      },
    },
    async (request, reply) => {
      const { baseUrl } = app.config;
      const { name, options } = hostCookie(baseUrl, SIGN_UP_COOKIE);
      const { email, sessionToken } = await confirmEmail(
        app,
        { ...request.body, browserToken: request.cookies[name] },
        visitorOf(request),
      );
      if (sessionToken !== undefined) {
        await endFormer(app, request);
        void reply.clearCookie(name, options);
        setSessionCookie(reply, baseUrl, sessionToken);
      }
      const signedIn = sessionToken !== undefined;
      return { signedIn, needsPassword: !signedIn, email };
    },
  );
}
