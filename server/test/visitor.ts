import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { App } from '../src/app.ts';
import { readMailbox } from '../src/mailbox/read-mailbox.ts';
import type { Reply } from './person.ts';

/** A browser without a session: it keeps cookies, and sends its origin. */
export interface Visitor {
  /** Its cookies, by name. */
  readonly cookies: Map<string, string>;
  /** Each `Set-Cookie` that it has ever received. */
  readonly setCookies: string[];
  /** @param path behind `/app/api` */
  call(
    method: string,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply>;
}

interface Place {
  readonly app: App;
}

export const PASSWORD = 'correto cavalo bateria';

export function openVisitor({ app }: Place, address?: string): Visitor {
  const { baseUrl, port } = app.config;
  const cookies = new Map<string, string>();
  const setCookies: string[] = [];
  return {
    cookies,
    setCookies,
    call: async (method, path, body, headers = {}) => {
      const answer = await fetch(`http://127.0.0.1:${String(port)}/app/api${path}`, {
        method,
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(method !== 'GET' && { origin: baseUrl, 'sec-fetch-site': 'same-origin' }),
          ...(body && { 'content-type': 'application/json' }),
          ...(address !== undefined && { 'x-forwarded-for': address }),
          'user-agent': 'visitor',
          ...headers,
        },
        body: body ? JSON.stringify(body) : null,
      });
      for (const line of answer.headers.getSetCookie()) keep(cookies, setCookies, line);
      const text = await answer.text();
      // Every JSON response of ours is an object.
      const parsed = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
      return { status: answer.status, body: parsed, text, headers: answer.headers };
    },
  };
}

function keep(cookies: Map<string, string>, setCookies: string[], line: string): void {
  setCookies.push(line);
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}

export function newEmail(): string {
  return `${randomBytes(8).toString('hex')}@example.com`;
}

/** Of all mails to somebody, newest first. */
export async function subjectsTo({ app }: Place, email: string): Promise<string[]> {
  return (await readMailbox(app)).filter(({ to }) => to === email).map(({ subject }) => subject);
}

/** The part behind # in the newest mail to somebody with this subject. */
export async function linkToken({ app }: Place, to: string, subject: RegExp): Promise<string> {
  const mail = (await readMailbox(app)).find((one) => one.to === to && subject.test(one.subject));
  assert.ok(mail, `a mail to ${to}`);
  const [, token] = /\/app\/[a-z-]+#(\S+)/.exec(mail.text) ?? [];
  assert.ok(token, mail.text);
  return token;
}

/** Somebody who has signed up and confirmed in one browser, which is then signed in. */
export async function signUpWhole(place: Place): Promise<Visitor & { readonly email: string }> {
  const visitor = openVisitor(place);
  const email = newEmail();
  const asked = await visitor.call('POST', '/sign-up', { email, password: PASSWORD });
  assert.equal(asked.status, 202, asked.text);
  const token = await linkToken(place, email, /Confirm/);
  const confirmed = await visitor.call('POST', '/confirm-email', { token });
  const signedIn = { signedIn: true, needsPassword: false, email };
  assert.deepEqual([confirmed.status, confirmed.body], [200, signedIn]);
  return { ...visitor, email };
}
