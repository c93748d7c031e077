import { Type } from 'typebox';

/** Six digits of an app, or a recovery code. */
export const Code = Type.String({
  minLength: 1,
  maxLength: 60,
  description: 'Six digits of the app, or a recovery code; spaces and hyphens do not matter.',
  examples: ['492039'],
});
