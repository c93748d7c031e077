import type { AccountId } from '../ids.ts';
import type { EndpointDisabled } from './mail.ts';

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
  test: { pt: 'teste', en: 'test', mark: '[Teste / Test] ' },
  live: { pt: 'produção', en: 'live', mark: '' },
} as const;

/** In both languages, for any reader of the account. @param baseUrl the dashboard's */
export function endpointDisabled(
  accountId: AccountId,
  { endpointId, host, mode, reason, since }: EndpointDisabled,
  baseUrl: string,
): { subject: string; text: string } {
  const body = `{"enabled": true}`;
  const replay = `{"since": "${since}"}`;
  const page = `${baseUrl}/app/${accountId}/${mode}/webhooks/${endpointId}`;
  return {
    subject: `${MODES[mode].mark}Webhook desativado / Webhook disabled: ${host}`,
    text: `Olá,

O endpoint de webhook ${endpointId} (${host}) da conta ${accountId}, no modo de ${MODES[mode].pt}, foi
desativado ${REASONS[reason].pt}. Ele não recebe mais eventos.
Depósitos e saques continuam funcionando; somente os avisos pararam.

O que fazer:
1. Corrija o servidor que recebe os webhooks.
2. Reative o endpoint: PATCH /v1/api/webhook-endpoints/${endpointId} com ${body}
3. Receba o que faltou: POST /v1/api/webhook-endpoints/${endpointId}/replay com ${replay}
Se o endpoint não é mais necessário, apague-o.
Tudo isso também se faz no painel:
${page}

---

Hello,

The webhook endpoint ${endpointId} (${host}) of the account ${accountId}, in ${MODES[mode].en} mode, was
disabled ${REASONS[reason].en}. It no longer receives events.
Deposits and withdrawals continue; only the notifications have stopped.

What to do:
1. Fix the server that receives the webhooks.
2. Enable the endpoint: PATCH /v1/api/webhook-endpoints/${endpointId} with ${body}
3. Get what was missed: POST /v1/api/webhook-endpoints/${endpointId}/replay with ${replay}
If you do not need the endpoint any more, delete it.
You can do all of this in the dashboard too:
${page}
`,
  };
}
