import { isIP } from 'node:net';
import type { Mode } from '../accounts/environment.ts';
import type { Config } from '../config.ts';
import { ApiError, type Text } from '../errors.ts';
import { type AddressPolicy, isAllowedAddress } from './address.ts';
import { isAllowedName } from './host-name.ts';

/** Where an environment's webhooks may be sent. */
export interface TargetPolicy extends AddressPolicy {
  readonly allowHttp: boolean;
}

/** The settings that it follows from. */
export type TargetSettings = Pick<Config, 'isOnOwnDesk' | 'webhooks'>;

export function policyOf(mode: Mode, { isOnOwnDesk, webhooks }: TargetSettings): TargetPolicy {
  return {
    allowHttp: mode === 'test',
    allowPrivate: webhooks.allowPrivate ?? (mode === 'test' && isOnOwnDesk),
    reservedPorts: webhooks.reservedPorts,
  };
}

export const MAX_URL_LENGTH = 2_048;
const MAX_HOST_LENGTH = 253;
/** Longer than any host with its port. Parsing a host takes time quadratic in its length. */
const LONG_HOST = new RegExp(`^https?://[^/?#]{${String(MAX_HOST_LENGTH + 7)}}`, 'i');

const OTHER_SCHEME = /^(?!https?:)[a-z][a-z\d+.-]*:/i;

/**
 * Parses the URL of a receiver. Names are only checked when they are resolved: see target-guard.ts.
 * @throws ApiError invalid_url, with a text that says what is wrong
 */
export function checkUrl(text: string, policy: TargetPolicy): URL {
  if (text.length > MAX_URL_LENGTH || LONG_HOST.test(text)) throw invalidUrl(TOO_LONG);
  if (OTHER_SCHEME.test(text)) throw invalidUrl(NOT_HTTPS);
  // Only this spelling: the WHATWG parser also accepts `https:host`, drops white space and reads a
  // backslash as a slash, which other parsers do not.
  if (!/^https?:\/\/[^/\s\\\p{Cc}\p{Cs}][^\s\\\p{Cc}\p{Cs}]*$/iu.test(text) || !URL.canParse(text))
    throw invalidUrl(NOT_ABSOLUTE);
  const url = new URL(text);
  if (url.protocol !== 'https:' && !policy.allowHttp) throw invalidUrl(NOT_HTTPS);
  // Checked in the text, since the parser drops empty credentials.
  if (/^https?:\/\/[^/?#]*@/i.test(text)) throw invalidUrl(CREDENTIALS);
  // Nobody can listen on port 0.
  if (portOf(url) === 0) throw invalidUrl(NOT_ABSOLUTE);
  const host = hostOf(url);
  if (host.length > MAX_HOST_LENGTH) throw invalidUrl(TOO_LONG);
  if (!isAllowedHost(host, portOf(url), policy)) throw forbiddenUrl();
  return url;
}

/** Whether a host may be sent to, as far as the host itself tells. */
export function isAllowedHost(host: string, port: number, policy: AddressPolicy): boolean {
  return isIP(host) === 0 ? isAllowedName(host, policy) : isAllowedAddress(host, port, policy);
}

export function forbiddenUrl(): ApiError {
  return invalidUrl(FORBIDDEN);
}

/** The host without the brackets of an IPv6 address or the dots that end an absolute name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/(?<!\.)\.+$/, '');
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function invalidUrl(text: Text): ApiError {
  return new ApiError('invalid_url', { text });
}

const NOT_ABSOLUTE = {
  pt: 'url deve ser um endereço absoluto, como https://exemplo.com.br/webhooks, sem espaços.',
  en: 'url must be an absolute address such as https://example.com/webhooks, without spaces.',
};
const NOT_HTTPS = {
  pt: 'url deve começar com https://; http:// só é aceito com chaves de teste.',
  en: 'url must begin with https://; http:// is accepted only with test keys.',
};
const CREDENTIALS = {
  pt: 'url não pode conter usuário nem senha. Confira a assinatura do webhook para saber quem envia.',
  en: 'url must not contain a user or password. Verify the webhook signature to know the sender.',
};
const TOO_LONG = {
  pt: `url passa de ${String(MAX_URL_LENGTH)} caracteres, ou o nome do servidor de ${String(MAX_HOST_LENGTH)}.`,
  en: `url is over ${String(MAX_URL_LENGTH)} characters, or its host over ${String(MAX_HOST_LENGTH)}.`,
};
const FORBIDDEN = {
  pt: 'url leva a um endereço proibido: privado, reservado ou deste próprio serviço. Use um endereço público.',
  en: 'url leads to a forbidden address: private, reserved or of this service itself. Use a public one.',
};
