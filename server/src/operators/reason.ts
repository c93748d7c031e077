import { type TProperties, Type } from 'typebox';
import { type Actor, readReason } from '../audits/audit.ts';
import { ApiError } from '../errors.ts';
import type { Http } from '../platform/http.ts';
import type { Session } from '../sessions/session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether the route is an operator's act, which is refused without a reason before all else.
     */
    asksReason?: true;
  }
}

const Reason = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: 'Why, for the audit log: 3 to 500 characters in one line.',
  examples: ['Pedido do cliente, chamado 1234'],
});

/** The body of an act: its own fields, and the reason. */
export function ActOrder<Fields extends TProperties>(title: string, fields: Fields) {
  return Type.Object({ ...fields, reason: Reason }, { title });
}

export function askForReasons(http: Http): void {
  http.addHook('preValidation', async ({ body, routeOptions }) => {
    if (routeOptions.config.asksReason) reasonOf(body);
  });
}

/** @throws ApiError invalid_request if the body has no valid reason */
function reasonOf(body: unknown): string {
  const given = new Map<string, unknown>(Object.entries(body ?? {})).get('reason');
  const reason = readReason(given);
  if (reason !== undefined) return reason;
  throw new ApiError('invalid_request', {
    text: {
      pt: 'Diga o motivo, de 3 a 500 caracteres em uma linha: ele fica no registro de auditoria.',
      en: 'Say why, in 3 to 500 characters on one line: it is kept in the audit log.',
    },
  });
}

/** Who acts, from where and why, for the audit log. */
export function actorOf(request: {
  readonly session: Session;
  readonly ip: string;
  readonly body: unknown;
}): { readonly actor: Actor; readonly address: string; readonly reason: string } {
  const { session, ip, body } = request;
  return {
    actor: { kind: 'operator', id: session.userId, label: session.email },
    address: ip,
    reason: reasonOf(body),
  };
}
