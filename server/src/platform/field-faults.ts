import { ApiError, type ErrorCode } from '../errors.ts';

/** Fields and the code each one's fault answers with, in the order in which they are judged. */
export type FieldCodes = readonly (readonly [field: string, code: ErrorCode])[];

/** The top-level fields that the validator found fault with; empty when it found none. */
export function faultyFields(error: unknown): Set<string> {
  const faults: unknown =
    typeof error === 'object' && error !== null && 'validation' in error ? error.validation : [];
  // Fastify sets `validation` only to the validator's own list of faults.
  const list = faults as readonly { instancePath: string; params: Record<string, unknown> }[];
  return new Set(
    list.map(({ instancePath, params }) => {
      const [, field] = instancePath.split('/');
      return field || String(params['missingProperty'] ?? 'body');
    }),
  );
}

/** The refusal of the first faulty field. */
export function fieldRefusal(faulty: ReadonlySet<string>, codes: FieldCodes = []): ApiError {
  const [field, code] = codes.find(([name]) => faulty.has(name)) ?? [[...faulty][0], undefined];
  if (code !== undefined && code !== 'invalid_request') return new ApiError(code);
  const name = field ?? 'body';
  return new ApiError('invalid_request', {
    text: {
      pt: `${name} falta ou é inválido. Confira o tipo, o tamanho e os valores aceitos.`,
      en: `${name} is missing or not valid. Check its type, its length and the values it takes.`,
    },
  });
}
