import { Type } from 'typebox';
import type { App } from '../app.ts';
import { beginPasskeyCheck } from '../passkeys/check-passkey.ts';
import { PasskeyOptions, PasskeyResponse } from '../passkeys/fields.ts';
import type { Http } from '../platform/http.ts';
import { TimestampOf } from '../platform/schema.ts';
import { Code } from '../second-factors/fields.ts';
import { Password } from '../users/fields.ts';
import { stepUp, stepUpByPasskey } from './step-up.ts';

const SteppedUp = Type.Object(
  { verifiedUntil: TimestampOf('Until when dangerous acts are open.') },
  { title: 'SteppedUp' },
);

export function registerStepUp(http: Http, app: App): void {
  registerPlainStepUp(http, app);
  registerPasskeyStepUp(http, app);
}

function registerPlainStepUp(http: Http, app: App): void {
  http.post(
    '/step-up',
    {
      config: { signedIn: true, errors: ['invalid_credentials', 'invalid_code'] },
      schema: {
        operationId: 'stepUp',
        summary: 'Show again who one is',
        description:
          'By the password; by a code of the app where one is set up, since the password alone is then not enough.',
        tags: ['Session'],
        body: Type.Object(
          { password: Type.Optional(Password), code: Type.Optional(Code) },
          { title: 'StepUp' },
        ),
        response: { 200: SteppedUp },
      },
    },
    async ({ session, body }) => ({
      verifiedUntil: (await stepUp(app, session, body)).toISOString(),
    }),
  );
}

function registerPasskeyStepUp(http: Http, app: App): void {
  http.post(
    '/step-up/passkey/options',
    {
      config: { signedIn: true, optionalBody: true, errors: ['invalid_state'] },
      schema: {
        operationId: 'beginPasskeyStepUp',
        summary: 'Begin to show a passkey',
        description: 'The challenge is good for one try of this session within five minutes.',
        tags: ['Session'],
        response: { 200: PasskeyOptions },
      },
    },
    async ({ session: { id, userId } }) => ({
      options: { ...(await beginPasskeyCheck(app, { id, userId })) },
    }),
  );

  http.post(
    '/step-up/passkey',
    {
      config: { signedIn: true, errors: ['invalid_passkey', 'invalid_state'] },
      schema: {
        operationId: 'passkeyStepUp',
        summary: 'Show again who one is, by a passkey',
        description: 'One of those of the person who is signed in.',
        tags: ['Session'],
        body: Type.Object({ response: PasskeyResponse }, { title: 'PasskeyAnswer' }),
        response: { 200: SteppedUp },
      },
    },
    async ({ session, body }) => ({
      verifiedUntil: (await stepUpByPasskey(app, session, body.response)).toISOString(),
    }),
  );
}
