import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../platform/json.ts';
import { portablePattern } from '../platform/schema.ts';

/**
 * Moves every schema with a title, innermost first, to `named`, and refers to it by that name; also
 * replaces patterns by their variants for other engines.
 * @throws Error if two different schemas have the same title
 */
export function nameSchemas(value: unknown, named: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => nameSchemas(item, named));
  if (!isObject(value)) return value;
  const walked = Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      // Examples are values, even if they look like schemas.
      if (key === 'example' || key === 'examples') return [key, part];
      if (key === 'pattern' && typeof part === 'string') return [key, portablePattern(part)];
      return [key, nameSchemas(part, named)];
    }),
  );
  const { title } = walked;
  if (typeof title !== 'string' || !('type' in walked)) return walked;
  const known = named[title];
  if (known !== undefined && !isDeepStrictEqual(known, walked)) {
    throw new Error(`two schemas are titled ${title}`);
  }
  named[title] = walked;
  return { $ref: `#/components/schemas/${title}` };
}
