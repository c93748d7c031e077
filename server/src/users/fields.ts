import { Type } from 'typebox';
import { MAIL_TOKEN_LENGTH, PASSWORD_LENGTH } from './user.ts';

/** Schema parts of the routes for signing up and in. */

export const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  description: 'A mail address.',
  examples: ['ana@loja.example'],
});

export const Password = Type.String({
  minLength: 1,
  maxLength: PASSWORD_LENGTH.most,
  description: 'As it was chosen.',
  examples: ['correto cavalo bateria grampo'],
});

export const NewPassword = Type.String({
  maxLength: PASSWORD_LENGTH.most,
  description: `At least ${String(PASSWORD_LENGTH.least)} characters that are not easily guessed.`,
  examples: ['correto cavalo bateria grampo'],
});

export const MailToken = Type.String({
  maxLength: 100,
  description: 'What stands behind # in the link of the mail.',
  examples: ['x'.repeat(MAIL_TOKEN_LENGTH)],
});

/** For answers that must not reveal whether an address is known. */
export const Accepted = Type.Object(
  {
    accepted: Type.Literal(true, {
      description: 'The same whether the address is known or not.',
      examples: [true],
    }),
  },
  { title: 'MailAccepted' },
);
