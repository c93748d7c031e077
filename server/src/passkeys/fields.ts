import { Type } from 'typebox';

/** Options for the browser, in the JSON format of the WebAuthn standard. */
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

/** The browser's response. */
export const PasskeyResponse = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'What `navigator.credentials` answered, in the JSON of the WebAuthn standard.',
    examples: [{ id: 'credential', type: 'public-key', response: {} }],
  },
);
