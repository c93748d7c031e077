import { ApiError, type Text } from '../../errors.ts';
import { reais } from '../../money.ts';
import { isObject } from '../../platform/json.ts';
import { readRetryAfter } from '../../platform/read-retry-after.ts';
import { notConfigured, ProviderFailure, throttled, unknownOutcome } from '../port.ts';

/** An answer as received, unwrapped from its envelope. */
export interface WireAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The value of `response`, or the whole body; undefined if it was not JSON. */
  readonly body: unknown;
  readonly errorMessage: string | undefined;
  /** All error codes anywhere in the answer: the provider has several names and places for them. */
  readonly codes: readonly string[];
}

/** Every result has one of these, and no error does. */
const IDS = ['id', 'qrId', 'withdrawalId'];

/** Whether the answer has a result, which is then validated; a code alone may be an error. */
export function isResult(answer: WireAnswer): boolean {
  const { status, body, errorMessage } = answer;
  if (!isSuccess(status) || errorMessage !== undefined) return false;
  const hasId = isObject(body) && IDS.some((name) => name in body);
  return hasId || Array.isArray(body) || !isNotPermitted(answer);
}

/** Whether it reports a status. An error message beside it may just explain that status. */
export function reportsStatus({ status, body }: WireAnswer): boolean {
  const hasId = isObject(body) && IDS.some((name) => name in body);
  return isSuccess(status) && hasId && typeof body['status'] === 'string';
}

/** Creation may return either; a deferred answer has 202. */
function isSuccess(status: number): boolean {
  return status === 200 || status === 201;
}

/**
 * Classifies a call that brought no result. The order matters: a throttled or forbidden call was
 * not executed; a clear refusal is final; in every other case nobody knows.
 */
export function failureOf(answer: WireAnswer, now = Date.now()): ProviderFailure {
  const { status, errorMessage = '' } = answer;
  if (status === 429 || /too many requests|rate limit/i.test(errorMessage)) {
    return throttled(throttledSeconds(answer, now));
  }
  if (isNotPermitted(answer)) {
    return notConfigured();
  }
  if (isRefusal(answer)) return new ProviderFailure('refused', refusalOf(status, errorMessage));
  return unknownOutcome();
}

const DEFAULT_WAIT_SECONDS = 60;
/** The longest wait that clients, or our own looks, are given; the next answer may extend it. */
const MAX_WAIT_SECONDS = 600;

function throttledSeconds({ errorMessage, retryAfter }: WireAnswer, now: number): number {
  const wait = /wait (\d+) (?:more )?seconds?/i.exec(errorMessage ?? '')?.[1] ?? retryAfter;
  const ms = readRetryAfter(wait ?? '', now);
  const seconds = ms === undefined ? DEFAULT_WAIT_SECONDS : Math.ceil(ms / 1_000);
  return Math.min(Math.max(1, seconds), MAX_WAIT_SECONDS);
}

const NOT_PERMITTED =
  /permission|not enabled for partner|minimum qr delay|NETWORK_WALLET_UNAVAILABLE|network .*(paused|unavailable)/i;
/** About our own credentials. The provider says it with 401, or with 520, like everything else. */
const BAD_TOKEN =
  /\bjwt\b|authorization header|(invalid|expired|missing) (access )?token|token (is |has )?(invalid|expired|missing)|\bscopes?\b/i;

function isNotPermitted({ status, errorMessage, codes }: WireAnswer): boolean {
  if (status === 401 || status === 403) return true;
  if (status === 503 && errorMessage !== undefined) return true;
  const combined = [...codes, errorMessage].join(' ');
  return NOT_PERMITTED.test(combined) || BAD_TOKEN.test(combined);
}

function isRefusal({ status, errorMessage }: WireAnswer): boolean {
  if (status === 400 || status === 422) return true;
  return (isSuccess(status) || status === 520) && errorMessage !== undefined;
}

function refusalOf(status: number, message: string): ApiError {
  if (status === 422 || /compliance|blocked|screening/i.test(message)) {
    return new ApiError('payer_declined');
  }
  const cap = /can't exceed R\$ ?([\d.,]+\d)/i.exec(message)?.[1];
  if (cap !== undefined) {
    const limitCents = centsIn(cap);
    return new ApiError('invalid_amount', { text: capText(cap, limitCents), limitCents });
  }
  if (/limit|amount|exceed|minimum|maximum|too (small|large)/i.test(message)) {
    return new ApiError('invalid_amount', { text: BEYOND_PROVIDER });
  }
  if (/pix ?key/i.test(message)) {
    return new ApiError('invalid_pix_key', { text: PIX_KEY_REFUSED });
  }
  if (/tax ?number|taxnumber|cpf|cnpj/i.test(message)) {
    return new ApiError('invalid_tax_id', { text: TAX_ID_REFUSED });
  }
  if (/depix ?address/i.test(message)) {
    return new ApiError('no_liquid_address', { text: ADDRESS_REFUSED });
  }
  // No better code fits: the provider will not take this order, however often it is sent.
  const code = status === 400 ? 'invalid_request' : 'payer_declined';
  return new ApiError(code, { text: REFUSED });
}

/** Parses `500`, `500,00` or `1.500.00`: two digits after the last separator are cents. */
function centsIn(text: string): number | undefined {
  const [, whole = '', cents = '00'] = /^([\d.,]*?)(?:[.,](\d\d))?$/.exec(text) ?? [];
  const digits = whole.replaceAll(/[.,]/g, '') + cents;
  return /^\d{3,9}$/.test(digits) ? Number(digits) : undefined;
}

/** A cap that cannot be parsed as an amount is quoted as the provider wrote it. */
function capText(cap: string, limitCents: number | undefined): Text {
  const sumIn = (language: keyof Text) =>
    limitCents === undefined ? `R$ ${cap}` : reais(limitCents, language);
  return {
    pt: `Este pagador ainda não pode pagar mais de ${sumIn('pt')} por cobrança. Cobre até esse valor: o limite sobe depois que ele pagar a primeira.`,
    en: `This payer may not yet pay more than ${sumIn('en')} per charge. Charge at most that: the limit rises once they have paid one.`,
  };
}

const BEYOND_PROVIDER: Text = {
  pt: 'O valor está fora do que o provedor aceita para esta pessoa ou operação. Ajuste e envie de novo.',
  en: 'The provider does not accept this amount for this person or operation. Adjust it and send again.',
};

// Both had the right form, or they would not have been sent.
const PIX_KEY_REFUSED: Text = {
  pt: 'O provedor não aceita esta chave Pix. Confirme-a com quem vai receber e envie a certa com uma Idempotency-Key nova.',
  en: 'The provider does not accept this Pix key. Confirm it with the recipient and send the right one with a new Idempotency-Key.',
};
const TAX_ID_REFUSED: Text = {
  pt: 'O provedor não aceita este CPF ou CNPJ. Confira-o e envie o certo com uma Idempotency-Key nova.',
  en: 'The provider does not accept this CPF or CNPJ. Check it and send the right one with a new Idempotency-Key.',
};

const ADDRESS_REFUSED: Text = {
  pt: 'O provedor não aceita o endereço desta carteira. Receba em outra carteira.',
  en: "The provider does not accept this wallet's address. Receive into another wallet.",
};

/** Whatever the provider gave as its reason stays in the log. */
const REFUSED: Text = {
  pt: 'O provedor recusou este pedido, e nada foi cobrado nem pago. Confira o valor, o CPF ou CNPJ e, num saque, a chave Pix, e faça um pedido novo, com outra Idempotency-Key. Se estiver tudo certo, fale com o operador: o motivo está no log.',
  en: 'The provider refused this order, and nothing was charged or paid. Check the amount, the CPF or CNPJ and, for a withdrawal, the Pix key, and place a new order, with another Idempotency-Key. If all of it is right, ask the operator, whose log has the reason.',
};
