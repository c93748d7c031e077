import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../platform/json.ts';
import { withoutHalves } from '../platform/schema.ts';

/**
 * The same document with every schema that has a title, the innermost first, moved to where it can
 * be referred to by that name, and with each pattern as it is told elsewhere.
 * @throws Error when two schemas that differ bear one title
 */
export function nameSchemas(value: unknown, named: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => nameSchemas(item, named));
  if (!isObject(value)) return value;
  const walked = Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      // What stands there is a value, even where it looks like a schema.
      if (key === 'example' || key === 'examples') return [key, part];
      if (key === 'pattern' && typeof part === 'string') return [key, withoutHalves(part)];
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
