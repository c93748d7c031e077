import { isObject } from '../src/platform/json.ts';
import type { Operation, Reference } from './openapi.ts';

/** A field of an operation that takes an id. */
export interface IdField {
  readonly place: 'path' | 'query' | 'body';
  readonly name: string;
  /** The prefix of the ids it takes, such as `dep`; `unknown` if its example is not an id. */
  readonly prefix: string;
}

export interface SampleRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown> | undefined;
  readonly takesIdempotencyKey: boolean;
}

export function parametersOf(
  reference: Reference,
  { content }: Operation,
): Record<string, unknown>[] {
  const parameters = content['parameters'];
  return Array.isArray(parameters) ? parameters.map(reference.resolve) : [];
}

/** The example of the body from the description. */
export function bodyOf(
  reference: Reference,
  { content }: Operation,
): Record<string, unknown> | undefined {
  const { content: kinds } = reference.resolve(content['requestBody']);
  const media = isObject(kinds) ? kinds['application/json'] : undefined;
  const example = isObject(media) ? media['example'] : undefined;
  return isObject(example) ? example : undefined;
}

/** Where ids occur, according to the examples, or to a name that suggests one. */
export function idFieldsOf(reference: Reference, operation: Operation): IdField[] {
  const parameters = parametersOf(reference, operation).map(
    ({ in: place, name, example }) => [String(place), String(name), example] as const,
  );
  const fields = fieldsOf(reference, operation).map(
    ([name, { examples }]) =>
      ['body', name, Array.isArray(examples) ? (examples[0] as unknown) : undefined] as const,
  );
  return [...parameters, ...fields].flatMap(([place, name, example]) => {
    const prefix = /^([a-z]{3})_[0-9a-z]{26}$/.exec(String(example))?.[1];
    const promised = /^id$|[a-z]Id$/.test(name) && !FOREIGN.includes(name);
    if (prefix === undefined && !promised) return [];
    if (place !== 'path' && place !== 'query' && place !== 'body') return [];
    return [{ place, name, prefix: prefix ?? 'unknown' }];
  });
}

/** Every field of the body with its schema, whether or not the body's example has it. */
export function fieldsOf(
  reference: Reference,
  { content }: Operation,
): (readonly [name: string, schema: Record<string, unknown>])[] {
  const { content: kinds } = reference.resolve(content['requestBody']);
  const media = isObject(kinds) ? reference.resolve(kinds['application/json']) : {};
  const { properties } = reference.resolve(media['schema']);
  return Object.entries(isObject(properties) ? properties : {}).map(
    ([name, property]) => [name, reference.resolve(property)] as const,
  );
}

/** Ids that are not ours to assign: the merchant's own, and a tax id. */
const FOREIGN = ['externalId', 'taxId', 'payerTaxId'];

/** A valid request, except for ids that do not exist, unless they are given. */
export function sampleRequest(
  reference: Reference,
  operation: Operation,
  given: { readonly field: IdField; readonly id: string } | undefined,
): SampleRequest {
  const { field, id } = given ?? {};
  const parameters = parametersOf(reference, operation);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const { example } = parameters.find((parameter) => parameter['name'] === name) ?? {};
    return encodeURIComponent(field?.name === name && id !== undefined ? id : String(example));
  });
  const query = field?.place === 'query' && id !== undefined ? `?${field.name}=${id}` : '';
  const body = bodyOf(reference, operation);
  return {
    method: operation.method,
    path: path + query,
    body: body && { ...body, ...(field?.place === 'body' && { [field.name]: id }) },
    takesIdempotencyKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
  };
}
