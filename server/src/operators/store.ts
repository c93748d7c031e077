import type { UserId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';

export interface Operator {
  readonly id: UserId;
  readonly email: string;
  readonly name: string | null;
}

/** Gives or takes the role. Undefined if there is no such person, or they are not confirmed. */
export async function setOperator(
  tx: Tx,
  email: string,
  isOperator: boolean,
): Promise<Operator | undefined> {
  const [operator] = await tx<Operator>`
    update users set is_operator = ${isOperator}
    where lower(email) = lower(${email}) and (email_confirmed_at is not null or not ${isOperator})
    returning id, email, name`;
  return operator;
}

export async function listOperators(db: Db): Promise<Operator[]> {
  return db<Operator>`
    select id, email, name from users where is_operator order by created_at, id`;
}
