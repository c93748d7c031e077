import buildValidators from '@fastify/ajv-compiler';
import buildSerializers from '@fastify/fast-json-stringify-compiler';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';

type Validate = ReturnType<FastifySchemaCompiler<unknown>>;
type Serialize = ReturnType<FastifySerializerCompiler<unknown>>;

/** A value that is not of its schema is refused, never changed; all its faults are told. */
const VALIDATION = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allErrors: true,
};

/**
 * `compilers`, each put off until its schema is needed: compiling all schemas is a large part of a
 * start, and few processes are asked for every route. One that cannot be compiled stops no start,
 * so a test compiles them all.
 */
export function lateCompilers(): {
  validator: FastifySchemaCompiler<unknown>;
  serializer: FastifySerializerCompiler<unknown>;
} {
  const { validator, serializer } = compilers();
  return {
    validator: (route) => validateLate(() => validator(route)),
    serializer: (route) => serializeLate(() => serializer(route)),
  };
}

/** The framework's own, which it would use at the start. */
export function compilers(): ReturnType<typeof lateCompilers> {
  // Its own types know a schema alone, which the function takes out of the route.
  const validator = buildValidators()({}, { customOptions: VALIDATION }) as unknown;
  return {
    validator: validator as FastifySchemaCompiler<unknown>,
    serializer: buildSerializers()() as FastifySerializerCompiler<unknown>,
  };
}

function validateLate(compile: () => Validate): Validate {
  let validate: Validate | undefined;
  const late: Validate = (data: unknown) => {
    validate ??= compile();
    const verdict = validate(data);
    // The framework reads them at once, before anybody else can ask.
    late.errors = validate.errors ?? null;
    return verdict;
  };
  return late;
}

function serializeLate(compile: () => Serialize): Serialize {
  let serialize: Serialize | undefined;
  return (data) => (serialize ??= compile())(data);
}
