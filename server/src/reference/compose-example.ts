import { isObject } from '../platform/json.ts';

/**
 * An example value for a schema, composed of its fields' own examples; undefined if a field has
 * none.
 */
export function composeExample(schema: unknown): unknown {
  if (!isObject(schema)) return undefined;
  const { examples, enum: values, const: constant, type, properties, items } = schema;
  if (Array.isArray(examples)) return examples[0];
  if (constant !== undefined) return constant;
  if (isObject(properties)) {
    const fields = Object.entries(properties).map(
      ([name, field]) => [name, composeExample(field)] as const,
    );
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }
  if (isObject(items)) {
    const item = composeExample(items);
    return item === undefined ? [] : [item];
  }
  if (Array.isArray(values)) return values[0];
  if (type === 'boolean') return true;
  return type === 'object' ? {} : undefined;
}
