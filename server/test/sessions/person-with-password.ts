import type { App } from '../../src/app.ts';
import { newId } from '../../src/ids.ts';
import { hashPassword } from '../../src/users/hash-password.ts';
import { newEmail, PASSWORD } from '../visitor.ts';

/** Somebody with a confirmed address, created through the database. @returns the address */
export async function insertUserWithPassword({ db }: App): Promise<string> {
  const email = newEmail();
  await db`
    insert into users (id, email, email_confirmed_at, password_hash)
    values (${newId('usr')}, ${email}, now(), ${await hashPassword(PASSWORD)})`;
  return email;
}
