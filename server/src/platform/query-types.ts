import { DEFAULT_LIMIT } from './page.ts';

/**
 * The real types of query parameters, by name: everything in a query arrives as text, which routes
 * validate by a pattern.
 */
export const QUERY_TYPES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  blindingFactors: { type: 'boolean', default: true },
  limit: { type: 'integer', format: 'int32', minimum: 1, maximum: 100, default: DEFAULT_LIMIT },
  after: { type: 'integer', format: 'int64', minimum: 0, maximum: 999_999_999_999_999 },
};
