import type { Mode } from '../accounts/environment.ts';
import type { AccountId, EndpointId } from '../ids.ts';

/** What each kind of mail has to say. A kind is one entry here and one letter below. */
export interface MailFacts {
  readonly endpoint_disabled: {
    readonly endpointId: EndpointId;
    /** Of the endpoint's address nothing more, since the rest may carry a secret. */
    readonly host: string;
    readonly mode: Mode;
    /** `gone`: it answered 410; `dead`: nothing succeeded for five days. */
    readonly reason: 'gone' | 'dead';
    /** Since when it may have missed events, RFC 3339. */
    readonly since: string;
  };
}

export type MailKind = keyof MailFacts;

/** What an account is told once for each subject; the subject is what it is about. */
export type Mail = {
  [Kind in MailKind]: {
    readonly accountId: AccountId;
    readonly kind: Kind;
    readonly subject: string;
    readonly facts: MailFacts[Kind];
  };
}[MailKind];

/** What the owner reads: plain text, Portuguese first. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
}

const REASONS = {
  gone: {
    pt: 'porque o servidor respondeu 410 (não existe mais)',
    en: 'because its server answered 410 (gone)',
  },
  dead: {
    pt: 'porque nenhuma entrega teve sucesso nos últimos cinco dias',
    en: 'because no delivery has succeeded for five days',
  },
} as const;

const MODES = {
  test: { pt: 'teste', en: 'test' },
  live: { pt: 'produção', en: 'live' },
} as const;

const LETTERS: {
  readonly [Kind in MailKind]: (accountId: AccountId, facts: MailFacts[Kind]) => Letter;
} = {
  endpoint_disabled: endpointDisabled,
};

export function letterOf({ accountId, kind, facts }: Mail): Letter {
  return LETTERS[kind](accountId, facts);
}

function endpointDisabled(
  accountId: AccountId,
  { endpointId, host, mode, reason, since }: MailFacts['endpoint_disabled'],
): Letter {
  const body = `{"enabled": true}`;
  const replay = `{"since": "${since}"}`;
  return {
    subject: `Webhook desativado / Webhook disabled: ${host}`,
    text: `Olá,

O endpoint de webhook ${endpointId} (${host}) da conta ${accountId}, no modo de ${MODES[mode].pt}, foi
desativado ${REASONS[reason].pt}. Ele não recebe mais eventos.
Depósitos e saques continuam funcionando; somente os avisos pararam.

O que fazer:
1. Corrija o servidor que recebe os webhooks.
2. Reative o endpoint: PATCH /v1/api/webhook-endpoints/${endpointId} com ${body}
3. Receba o que faltou: POST /v1/api/webhook-endpoints/${endpointId}/replay com ${replay}
Se o endpoint não é mais necessário, apague-o.

---

Hello,

The webhook endpoint ${endpointId} (${host}) of the account ${accountId}, in ${MODES[mode].en} mode, was
disabled ${REASONS[reason].en}. It gets no more events.
Deposits and withdrawals go on; only the notifications have stopped.

What to do:
1. Mend the server that receives the webhooks.
2. Enable the endpoint: PATCH /v1/api/webhook-endpoints/${endpointId} with ${body}
3. Get what was missed: POST /v1/api/webhook-endpoints/${endpointId}/replay with ${replay}
If you do not need the endpoint any more, delete it.
`,
  };
}
