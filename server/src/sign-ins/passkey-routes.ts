import { Type } from 'typebox';
import type { App } from '../app.ts';
import { beginPasskeyCheck } from '../passkeys/check-passkey.ts';
import { PasskeyOptions, PasskeyResponse } from '../passkeys/fields.ts';
import type { Http } from '../platform/http.ts';
import { endFormer } from '../sessions/former-session.ts';
import { setSessionCookie, visitorOf } from '../sessions/open-session.ts';
import { signInByPasskey } from './sign-in-by-passkey.ts';

const Done = Type.Object(
  { next: Type.Literal('done', { description: 'Signed in.', examples: ['done'] }) },
  { title: 'PasskeySignedIn' },
);

export function registerPasskeySignIn(http: Http, app: App): void {
  http.post(
    '/sign-in/passkey/options',
    {
      config: {
        open: 'Whoever signs in is nobody yet.',
        optionalBody: true,
        errors: ['invalid_state', 'cross_site_request', 'rate_limited'],
      },
      schema: {
        operationId: 'beginPasskeySignIn',
        summary: 'Begin a sign-in with a passkey',
        description: 'The challenge is good for one try within five minutes.',
        tags: ['Entry'],
        response: { 200: PasskeyOptions },
      },
    },
    async () => ({ options: { ...(await beginPasskeyCheck(app, undefined)) } }),
  );

  http.post(
    '/sign-in/passkey',
    {
      config: {
        open: 'Whoever signs in is nobody yet.',
        errors: ['invalid_passkey', 'invalid_state', 'cross_site_request', 'rate_limited'],
      },
      schema: {
        operationId: 'signInWithPasskey',
        summary: 'Sign in with a passkey',
        description: 'Sets the cookie of a new session. No further factor is asked for.',
        tags: ['Entry'],
        body: Type.Object({ response: PasskeyResponse }, { title: 'PasskeyAnswer' }),
        response: { 200: Done },
      },
    },
    async (request, reply) => {
      const token = await signInByPasskey(app, request.body.response, visitorOf(request));
      await endFormer(app, request);
      setSessionCookie(reply, app.config.baseUrl, token);
      return { next: 'done' as const };
    },
  );
}
