import { Type } from 'typebox';
import { MailTokenLength } from './user.ts';

/** Pieces of the routes by which people come in. */

export const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  description: 'A mail address.',
  examples: ['ana@loja.example'],
});

export const Password = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'As it was chosen.',
  examples: ['correto cavalo bateria grampo'],
});

export const NewPassword = Type.String({
  maxLength: 200,
  description: 'At least 12 characters that are not easily guessed.',
  examples: ['correto cavalo bateria grampo'],
});

export const MailToken = Type.String({
  maxLength: 100,
  description: 'What stands behind # in the link of the mail.',
  examples: ['x'.repeat(MailTokenLength)],
});

/** Answers that must not tell whether an address is known. */
export const Accepted = Type.Object(
  {
    accepted: Type.Literal(true, {
      description: 'The same whether the address is known or not.',
      examples: [true],
    }),
  },
  { title: 'MailAccepted' },
);
