import { Type } from 'typebox';
import type { App } from '../app.ts';
import { drawQr } from '../pix/draw-qr.ts';
import type { Http } from '../platform/http.ts';
import { NoContent } from '../platform/schema.ts';
import { beginTotp, confirmTotp, removeTotp, renewRecoveryCodes } from './change-totp.ts';
import { Code } from './fields.ts';

const NewTotp = Type.Object(
  {
    secret: Type.String({
      maxLength: 64,
      description: 'In base 32, to be typed into the app.',
      examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
    }),
    uri: Type.String({
      maxLength: 400,
      description: 'What the QR code says.',
      examples: ['otpauth://totp/Ponte:ana%40loja.example?secret=JBSWY3DPEHPK3PXP&issuer=Ponte'],
    }),
    qrSvgPath: Type.String({
      maxLength: 60_000,
      description:
        'The dark modules as the path of an SVG, to be drawn as a stroke of one unit, dark on white.',
      examples: ['M4 4.5h7M13 4.5h1'],
    }),
    modules: Type.Integer({
      minimum: 29,
      maximum: 185,
      description: 'How many units wide and high the picture is, its white margin included.',
      examples: [49],
    }),
  },
  { title: 'NewTotp' },
);

const RecoveryCodes = Type.Object(
  {
    recoveryCodes: Type.Array(Type.String({ maxLength: 30 }), {
      minItems: 10,
      maxItems: 10,
      description: 'Each signs in once. Shown here and nowhere else.',
      examples: [[...'0123456789'].map((digit) => `k3vx-9q2m-7wdt-4hp${digit}`)],
    }),
  },
  { title: 'RecoveryCodes' },
);

export function registerSecondFactorRoutes(http: Http, app: App): void {
  registerSetUp(http, app);
  registerChanges(http, app);
}

function registerSetUp(http: Http, app: App): void {
  http.post(
    '/totp',
    {
      config: { signedIn: true, stepUp: true, optionalBody: true, errors: ['invalid_state'] },
      schema: {
        operationId: 'beginTotp',
        summary: 'Begin to set up codes of an app',
        description: 'Nothing is asked for at sign-in until a first code has been shown.',
        tags: ['Session'],
        response: { 200: NewTotp },
      },
    },
    async ({ session }) => {
      const { secret, uri } = await beginTotp(app, session);
      const { size, path } = drawQr(uri);
      return { secret, uri, qrSvgPath: path, modules: size };
    },
  );

  http.post(
    '/totp/confirm',
    {
      config: { signedIn: true, errors: ['invalid_code', 'invalid_state'] },
      schema: {
        operationId: 'confirmTotp',
        summary: 'Show the first code of the app',
        description: 'From now on sign-in asks for a code.',
        tags: ['Session'],
        body: Type.Object({ code: Code }, { title: 'CodeEntry' }),
        response: { 200: RecoveryCodes },
      },
    },
    async ({ session, body, ip }) => ({
      recoveryCodes: await confirmTotp(app, session, body.code, ip),
    }),
  );
}

function registerChanges(http: Http, app: App): void {
  http.delete(
    '/totp',
    {
      config: { signedIn: true, stepUp: true },
      schema: {
        operationId: 'removeTotp',
        summary: 'Ask for no codes any more',
        description: 'The recovery codes end too.',
        tags: ['Session'],
        response: { 204: NoContent },
      },
    },
    async ({ session, ip }, reply) => {
      await removeTotp(app, session, ip);
      return reply.code(204).send(null);
    },
  );

  http.post(
    '/totp/recovery-codes',
    {
      config: { signedIn: true, stepUp: true, optionalBody: true, errors: ['invalid_state'] },
      schema: {
        operationId: 'renewRecoveryCodes',
        summary: 'Make new recovery codes',
        description: 'Those made before sign nobody in any more.',
        tags: ['Session'],
        response: { 200: RecoveryCodes },
      },
    },
    async ({ session, ip }) => ({
      recoveryCodes: await renewRecoveryCodes(app, session, ip),
    }),
  );
}
