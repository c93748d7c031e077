import { ApiError } from '../../errors.ts';

/** The parts of the address of a payer's page. */
export interface PagePlace {
  readonly slug: string;
  readonly token: string;
}

const SLUG = /^[0-9a-z]{1,64}$/;
const TOKEN = /^[0-9A-Za-z]{22}$/;

/** The path of a link's form. */
export function formPath(slug: string): string {
  return `/pay/${slug}`;
}

/** The path of a payer's own page. */
export function payerPath({ slug, token }: PagePlace): string {
  return `${formPath(slug)}/${token}`;
}

/**
 * Anything else names nothing, and some characters could not even be looked up.
 * @throws ApiError not_found
 */
export function allowNames({ slug, token }: { slug: string; token?: string }): void {
  const areNames = SLUG.test(slug) && (token === undefined || TOKEN.test(token));
  if (!areNames) throw new ApiError('not_found');
}
