import { isObject } from '../platform/json.ts';
import { describeOperation } from './describe-operation.ts';
import type { RouteFacts } from './route-facts.ts';

export type Json = Record<string, unknown>;

/** Where a route's facts are kept between the pass over routes and the pass over descriptions. */
export const FACTS = 'x-facts';

/** @param prepare applied to an operation before its route's facts are added */
export function describePaths(
  paths: unknown,
  responses: Json,
  prepare: (path: string, operation: Json) => Json = (_path, operation) => operation,
): Json {
  const described = Object.entries(isObject(paths) ? paths : {}).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(isObject(item) ? item : {}).map(([method, operation]) => {
        const { [FACTS]: facts, ...rest } = isObject(operation) ? operation : {};
        // The first pass stored them.
        return [method, describeOperation(prepare(path, rest), facts as RouteFacts, responses)];
      }),
    ),
  ]);
  return sorted(Object.fromEntries(described));
}

export function sorted(record: Json): Json {
  return Object.fromEntries(
    Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
