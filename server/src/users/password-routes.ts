import { Type } from 'typebox';
import type { App } from '../app.ts';
import { countFrom } from '../attempts/count-attempt.ts';
import type { Http } from '../platform/http.ts';
import { Nullable, OneOf, Printable } from '../platform/schema.ts';
import { LANGUAGES } from '../refusals.ts';
import { changePassword } from './change-password.ts';
import { Accepted, Email, MailToken, NewPassword, Password } from './fields.ts';
import { padDuration } from './pad-duration.ts';
import { readResetLink, requestPasswordReset, resetPassword } from './reset-password.ts';
import { updateProfile } from './store.ts';

const Nothing = Type.Object({}, { title: 'Done' });

const Profile = Type.Object(
  {
    name: Type.Optional(
      Nullable(Printable(0, 80, { description: 'What others read.', examples: ['Ana'] })),
    ),
    language: Type.Optional(OneOf(LANGUAGES, { description: 'The language of pages and mails.' })),
  },
  { title: 'Profile' },
);

export function registerPasswordRoutes(http: Http, app: App): void {
  registerRequest(http, app);
  registerReset(http, app);
  registerChanges(http, app);
}

function registerRequest(http: Http, app: App): void {
  http.post(
    '/password-reset/request',
    {
      config: {
        open: 'Whoever has forgotten the password cannot sign in.',
        fields: [['email', 'invalid_email']],
        errors: ['invalid_email', 'cross_site_request', 'rate_limited'],
      },
      schema: {
        operationId: 'requestPasswordReset',
        summary: 'Ask for a new password',
        description:
          'Sends a link by mail, at most once a minute, to an address that is known. The answer is the same for one that is not.',
        tags: ['Entry'],
        body: Type.Object({ email: Email }, { title: 'MailOrder' }),
        response: { 202: Accepted },
      },
    },
    async (request, reply) => {
      await padDuration(() => requestPasswordReset(app, request.body.email));
      return reply.code(202).send({ accepted: true });
    },
  );
}

function registerReset(http: Http, app: App): void {
  http.post(
    '/password-reset/read',
    {
      config: {
        open: 'Whoever has the link of the mail reads the mailbox.',
        errors: ['link_expired', 'cross_site_request', 'rate_limited'],
      },
      schema: {
        operationId: 'readPasswordReset',
        summary: 'Read the link of a mail',
        description: 'Whose password the link allows to set; it still works afterwards.',
        tags: ['Entry'],
        body: Type.Object({ token: MailToken }, { title: 'PasswordResetLink' }),
        response: { 200: Type.Object({ email: Email }, { title: 'PasswordResetShown' }) },
      },
    },
    async ({ body }) => {
      const { email } = await readResetLink(app, body.token);
      return { email };
    },
  );

  http.post(
    '/password-reset',
    {
      config: {
        open: 'The link of the mail says who it is.',
        fields: [['password', 'weak_password']],
        errors: ['weak_password', 'link_expired', 'cross_site_request', 'rate_limited'],
      },
      schema: {
        operationId: 'resetPassword',
        summary: 'Choose a new password by the link of a mail',
        description: 'The link works once, within one hour. Every session of the person ends.',
        tags: ['Entry'],
        body: Type.Object({ token: MailToken, password: NewPassword }, { title: 'PasswordReset' }),
        response: { 200: Nothing },
      },
    },
    async (request) => {
      const { token, password } = request.body;
      await countFrom(app, request.ip);
      await resetPassword(app, { token, password, ip: request.ip });
      return {};
    },
  );
}

function registerChanges(http: Http, app: App): void {
  http.patch(
    '/me',
    {
      config: { signedIn: true },
      schema: {
        operationId: 'changeMe',
        summary: 'Change name or language',
        description: 'Of the person who is signed in; what is left out stays.',
        tags: ['Session'],
        body: Profile,
        response: { 200: Nothing },
      },
    },
    async ({ session, body }) => {
      const name = typeof body.name === 'string' ? body.name.trim() || null : body.name;
      await updateProfile(app.db, session.userId, { name, language: body.language });
      return {};
    },
  );

  http.post(
    '/password',
    {
      config: {
        signedIn: true,
        stepUp: true,
        fields: [['password', 'weak_password']],
        errors: ['weak_password', 'invalid_credentials', 'rate_limited'],
      },
      schema: {
        operationId: 'changePassword',
        summary: 'Change the password',
        description: 'All other sessions of the person end.',
        tags: ['Session'],
        body: Type.Object(
          { current: Type.Optional(Password), password: NewPassword },
          { title: 'PasswordChange' },
        ),
        response: { 200: Nothing },
      },
    },
    async ({ session, body, ip }) => {
      await changePassword(app, session, { ...body, ip });
      return {};
    },
  );
}
