import { ApiError } from '../errors.ts';
import { type Id, type IdPrefix, parseId } from '../ids.ts';

/** @throws ApiError not_found unless the text is an id of this kind, since nothing else exists */
export function getId<Prefix extends IdPrefix>(prefix: Prefix, text: string): Id<Prefix> {
  const id = parseId(prefix, text);
  if (id === undefined) throw new ApiError('not_found');
  return id;
}
