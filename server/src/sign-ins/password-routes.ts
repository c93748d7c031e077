import { Type } from 'typebox';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import type { Http } from '../platform/http.ts';
import { OneOf } from '../platform/schema.ts';
import { Code } from '../second-factors/fields.ts';
import { endFormer, findFormer } from '../sessions/former-session.ts';
import { setSessionCookie, visitorOf } from '../sessions/open-session.ts';
import { Password } from '../users/fields.ts';
import { signInByCode } from './sign-in-by-code.ts';
import { signInByPassword } from './sign-in-by-password.ts';

const SignIn = Type.Object(
  {
    email: Type.String({
      maxLength: 254,
      description: 'Where mails go.',
      examples: ['ana@loja.example'],
    }),
    password: Password,
  },
  { title: 'SignIn' },
);

const SignedIn = Type.Object(
  {
    next: OneOf(['done', 'second_factor', 'confirm_email'], {
      description:
        '`done`: signed in. `second_factor`: a code is still needed. `confirm_email`: the link of a mail is still to be opened; a new one was sent.',
    }),
  },
  { title: 'SignedIn' },
);

export function registerPasswordSignIn(http: Http, app: App): void {
  http.post(
    '/sign-in',
    {
      config: {
        open: 'Whoever signs in is nobody yet.',
        errors: ['invalid_credentials', 'cross_site_request', 'rate_limited'],
      },
      schema: {
        operationId: 'signIn',
        summary: 'Sign in with a password',
        description: 'Sets the cookie of a new session.',
        tags: ['Entry'],
        body: SignIn,
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      const { baseUrl } = app.config;
      const signedIn = await signInByPassword(app, request.body, visitorOf(request));
      if (signedIn.next === 'confirm_email') return { next: signedIn.next };
      await endFormer(app, request);
      setSessionCookie(reply, baseUrl, signedIn.token);
      return { next: signedIn.next };
    },
  );

  http.post(
    '/sign-in/code',
    {
      config: {
        open: 'The cookie of a sign-in that has begun says who it is.',
        errors: ['invalid_code', 'signed_out', 'cross_site_request', 'rate_limited'],
      },
      schema: {
        operationId: 'signInWithCode',
        summary: 'Finish a sign-in with a code',
        description:
          'Of the app, each at most once, or one of the recovery codes. Sets the cookie of a new session.',
        tags: ['Entry'],
        body: Type.Object({ code: Code }, { title: 'CodeEntry' }),
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      const session = await findFormer(app, request);
      if (!session?.isHalfOpen) throw new ApiError('signed_out');
      const token = await signInByCode(app, session, request.body.code, visitorOf(request));
      setSessionCookie(reply, app.config.baseUrl, token);
      return { next: 'done' as const };
    },
  );
}
