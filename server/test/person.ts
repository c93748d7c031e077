import { randomBytes } from 'node:crypto';
import type { App } from '../src/app.ts';
import { type AccountId, newId, type UserId } from '../src/ids.ts';
import type { Role } from '../src/members/member.ts';
import { insertMembership } from '../src/members/store.ts';
import { newToken } from '../src/platform/token.ts';
import { insertSession } from '../src/sessions/store.ts';

export interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly text: string;
  readonly headers: Headers;
}

/** A signed-in person, created through the database, with a browser's headers. */
export interface Person {
  readonly userId: UserId;
  readonly email: string;
  readonly cookie: string;
  /** @param path behind `/app/api` */
  call(
    method: string,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply>;
}

interface PersonOptions {
  readonly isOperator?: boolean;
  /** Whether they have passed step-up recently; true by default. */
  readonly isFresh?: boolean;
}

/** A new person, member of the given accounts, in their own session. */
export async function openPerson(
  { app, url }: { readonly app: App; readonly url: string },
  memberships: Readonly<Record<AccountId, Role>> = {},
  { isOperator = false, isFresh = true }: PersonOptions = {},
): Promise<Person> {
  const userId = newId('usr');
  const email = `${randomBytes(8).toString('hex')}@example.com`;
  await app.db`
    insert into users (id, email, email_confirmed_at, is_operator)
    values (${userId}, ${email}, now(), ${isOperator})`;
  for (const [accountId, role] of Object.entries(memberships)) {
    // The keys of such a record are account ids.
    await insertMembership(app.db, accountId as AccountId, userId, role);
  }
  const { token, hash: tokenHash } = newToken();
  await insertSession(app.db, {
    id: newId('ses'),
    userId,
    tokenHash,
    isHalfOpen: false,
    isVerified: isFresh,
    userAgent: 'test',
    address: '127.0.0.1',
  });
  const cookie = `ponte_session=${token}`;
  return {
    userId,
    email,
    cookie,
    call: async (method, path, body, headers = {}) => {
      const answer = await fetch(`${url}/app/api${path}`, {
        method,
        headers: {
          cookie,
          ...(method !== 'GET' && { origin: url, 'sec-fetch-site': 'same-origin' }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body ? JSON.stringify(body) : null,
      });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
      // Every JSON response of ours is an object.
      const parsed = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
      return { status: answer.status, body: parsed, text, headers: answer.headers };
    },
  };
}
