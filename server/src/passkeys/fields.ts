import { Type } from 'typebox';

/** What the browser is handed: as the WebAuthn standard writes it in JSON. */
export const PasskeyOptions = Type.Object(
  {
    options: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'What `navigator.credentials` takes, in the JSON of the WebAuthn standard.',
        examples: [{ challenge: 'bmV2ZXIgdGhlIHNhbWUgdHdpY2U', rpId: 'pay.example' }],
      },
    ),
  },
  { title: 'PasskeyOptions' },
);

/** What the browser hands back. */
export const PasskeyResponse = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'What `navigator.credentials` answered, in the JSON of the WebAuthn standard.',
    examples: [{ id: 'credential', type: 'public-key', response: {} }],
  },
);
