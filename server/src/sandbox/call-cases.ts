import { MINUTE_MS } from '../durations.ts';
import { REHEARSED_TAX_ID } from '../pix/tax-id.ts';
import { PENDING, type SandboxCase } from './case.ts';

const of = ['deposit', 'withdrawal'] as const;

/** Cases about the order itself: how the provider answers, and what the client gets. */
export const CALL_CASES: readonly SandboxCase[] = [
  {
    ...{ name: 'payer-declined', of, amountCents: null, taxId: REHEARSED_TAX_ID },
    title: { pt: 'Pagador recusado', en: 'Payer declined' },
    text: {
      pt: 'O provedor recusa a pessoa: 422 payer_declined, e a chave está gasta.',
      en: 'The provider declines the payer: 422 payer_declined, and the key is used up.',
    },
    fault: { kind: 'decline' },
    answers: [422],
    stages: [],
  },
  {
    ...{ name: 'provider-fails-twice', of, amountCents: 50_002 },
    title: { pt: 'O provedor falha duas vezes', en: 'The provider fails twice' },
    text: {
      pt: 'O provedor responde 500 duas vezes e depois aceita: repita com a mesma Idempotency-Key.',
      en: 'The provider answers 500 twice and then accepts: repeat with the same Idempotency-Key.',
    },
    fault: { kind: 'status', status: 500, times: 2 },
    answers: [502, 502, 201],
    stages: [PENDING],
  },
  {
    ...{ name: 'timeout-with-order', of, amountCents: 50_003 },
    title: { pt: 'Sem resposta, com o pedido feito', en: 'No response, but the order was made' },
    text: {
      pt: 'O provedor faz o que foi pedido e a resposta se perde: repita com a mesma Idempotency-Key.',
      en: 'The provider makes the order, but its response is lost: repeat with the same Idempotency-Key.',
    },
    fault: { kind: 'lose-answer', times: 1 },
    answers: [502, 201],
    stages: [PENDING],
  },
  {
    ...{ name: 'timeout-without-order', of, amountCents: 50_032 },
    title: { pt: 'Sem resposta, e nada feito', en: 'No response, and nothing was made' },
    text: {
      pt: 'A conexão cai antes de o provedor anotar o pedido. Para você é igual ao caso anterior: repita com a mesma Idempotency-Key.',
      en: 'The connection breaks before the provider gets the order. To you it looks like the previous case: repeat with the same Idempotency-Key.',
    },
    fault: { kind: 'lose-call', times: 1 },
    answers: [502, 201],
    stages: [PENDING],
  },
  {
    ...{ name: 'slow-provider', of, amountCents: 50_005 },
    title: { pt: 'Provedor lento', en: 'A slow provider' },
    text: {
      pt: 'O provedor responde depois de 5 segundos.',
      en: 'The provider answers after 5 seconds.',
    },
    fault: { kind: 'delay', ms: 5_000 },
    answers: [201],
    stages: [PENDING],
  },
  {
    ...{ name: 'provider-throttles', of, amountCents: 50_033 },
    title: { pt: 'O provedor limita as chamadas', en: 'The provider throttles' },
    text: {
      pt: 'O provedor responde 429: você recebe 429 rate_limited e o tempo a esperar, nada foi feito, e a chave continua nova. Com este valor é assim toda vez.',
      en: 'The provider answers 429: you get 429 rate_limited with Retry-After, nothing is done, and the key stays unused. With this amount it happens every time.',
    },
    fault: { kind: 'status', status: 429, times: 1, retryAfterSeconds: 30 },
    answers: [429],
    stages: [],
  },
  {
    ...{ name: 'provider-down', of, amountCents: 50_034 },
    title: { pt: 'Provedor fora do ar', en: 'The provider is down' },
    text: {
      pt: 'O provedor responde 503 uma vez: repita com a mesma Idempotency-Key.',
      en: 'The provider answers 503 once: repeat with the same Idempotency-Key.',
    },
    fault: { kind: 'status', status: 503, times: 1 },
    answers: [502, 201],
    stages: [PENDING],
  },
  {
    ...{ name: 'network-paused', of, amountCents: 50_035 },
    title: { pt: 'Rede pausada', en: 'The network is paused' },
    text: {
      pt: 'O provedor diz que a rede está pausada: 503 not_configured, nada foi feito, e a chave continua nova. Com este valor é assim toda vez.',
      en: 'The provider says that the network is paused: 503 not_configured, nothing is done, and the key stays unused. With this amount it happens every time.',
    },
    fault: {
      ...{ kind: 'status', status: 503, times: 1 },
      message: 'The network is temporarily paused',
    },
    answers: [503],
    stages: [],
  },
  {
    ...{ name: 'garbage-answer', of, amountCents: 50_036 },
    title: { pt: 'Resposta ilegível', en: 'An unreadable response' },
    text: {
      pt: 'O provedor responde com uma página em vez de JSON: ninguém sabe o que houve, repita com a mesma Idempotency-Key.',
      en: 'The provider responds with a page instead of JSON: the outcome is unknown, so repeat with the same Idempotency-Key.',
    },
    fault: { kind: 'garbage', times: 1 },
    answers: [502, 201],
    stages: [PENDING],
  },
  {
    ...{ name: 'wrong-amount-answered', of, amountCents: 50_030 },
    title: { pt: 'Resposta com outro valor', en: 'A response with another amount' },
    text: {
      pt: 'A resposta do provedor traz um valor diferente do pedido: ela nunca é mostrada, e o operador é avisado.',
      en: "The provider's response has a different amount than the order: it is never shown, and the operator is alerted.",
    },
    fault: { kind: 'wrong-amount', times: 1 },
    answers: [502, 201],
    stages: [PENDING],
  },
  {
    ...{ name: 'lost-code-paid', of: ['deposit'], amountCents: 50_031 },
    title: { pt: 'Código perdido é pago', en: 'A lost code is paid' },
    text: {
      pt: 'A resposta se perde, embora o pedido tenha sido feito; depois alguém paga o código que nunca foi mostrado, e o operador é avisado.',
      en: 'No response although the order was made; then somebody pays the code that was never shown, and the operator is alerted.',
    },
    fault: { kind: 'lose-answer', times: 1 },
    moves: [{ command: 'pay', afterMs: MINUTE_MS }],
    answers: [502, 201],
    stages: [PENDING, { ...PENDING, after: 'PT10M', operatorAlert: 'orphan_paid' }],
  },
];
