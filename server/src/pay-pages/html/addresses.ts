import { ApiError } from '../../errors.ts';

/** What the address of a payer's page is made of. */
export interface PagePlace {
  readonly slug: string;
  readonly token: string;
}

const SLUG = /^[0-9a-z]{1,64}$/;
const TOKEN = /^[0-9A-Za-z]{22}$/;

/** Where the form of a link is. */
export function formPath(slug: string): string {
  return `/pay/${slug}`;
}

/** Where a payer's own page is. */
export function payerPath({ slug, token }: PagePlace): string {
  return `${formPath(slug)}/${token}`;
}

/**
 * What else is asked for names nothing, and some characters cannot even be looked up.
 * @throws ApiError not_found
 */
export function admitNames({ slug, token }: { slug: string; token?: string }): void {
  const areNames = SLUG.test(slug) && (token === undefined || TOKEN.test(token));
  if (!areNames) throw new ApiError('not_found');
}
