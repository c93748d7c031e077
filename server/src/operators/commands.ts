import { recordCommand, requireReason } from '../audits/record-command.ts';
import { type Options, required } from '../cli-options.ts';
import type { Answer, CommandSet } from '../command.ts';
import type { Db } from '../platform/db.ts';
import { listOperators, setOperator } from './store.ts';

export const operatorCommands: CommandSet = {
  'operator grant': {
    on: 'database',
    usage: '--email E --reason TEXT',
    help: 'make that person an operator, at once',
    judge: emailIn,
    run: (db, options) => change(db, options, true),
  },
  'operator revoke': {
    on: 'database',
    usage: '--email E --reason TEXT',
    help: 'take the role away again, at once',
    judge: emailIn,
    run: (db, options) => change(db, options, false),
  },
  'operator list': {
    on: 'database',
    usage: '',
    help: 'list the operators of the installation',
    run: async (db) => {
      const operators = await listOperators(db);
      const lines = operators.map(({ id, email }) => `${id}  ${email}`);
      return { json: { operators }, text: lines.join('\n') || 'There are no operators yet.' };
    },
  },
};

function emailIn(options: Options): string {
  const email = required(options, 'email');
  requireReason(options);
  return email;
}

async function change(db: Db, options: Options, isOperator: boolean): Promise<Answer> {
  const email = emailIn(options);
  const { id } = await db.begin(async (tx) => {
    const operator = await setOperator(tx, email, isOperator);
    if (!operator) {
      throw new Error(
        `nobody signs in with ${email} here, or they have not confirmed it yet: they sign up at /app and open the link in the mail`,
      );
    }
    const action = `operator ${isOperator ? 'grant' : 'revoke'}`;
    await recordCommand(tx, action, options, { subject: operator.id });
    return operator;
  });
  const now = isOperator ? 'is an operator now' : 'is not an operator any more';
  return { json: { userId: id, email, isOperator }, text: `${email} ${now}.` };
}
