import type { ApiFailure } from '../api/api-failure.ts';

/** What may also be refused for a reason that only the server knows, such as the provider's cap. */
const EXPLAINED_BY_SERVER = ['invalid_amount', 'no_liquid_address'];

/** The server's sentences for programs name fields of the API. */
const FIELD = /\b[a-z]+[A-Z]\w*/;

/** What a refusal means for a person: the plain words for its code, or the server's sentence. */
export function refusalText(
  { code, message }: Pick<ApiFailure, 'code' | 'message'>,
  plain: Readonly<Record<string, string>>,
): string {
  const isForPeople = EXPLAINED_BY_SERVER.includes(code) && !FIELD.test(message);
  if (isForPeople && message !== '') return message;
  return Object.hasOwn(plain, code) ? (plain[code] ?? message) : message;
}
