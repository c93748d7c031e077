import buildValidators from '@fastify/ajv-compiler';
import buildSerializers from '@fastify/fast-json-stringify-compiler';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';

type Validate = ReturnType<FastifySchemaCompiler<unknown>>;
type Serialize = ReturnType<FastifySerializerCompiler<unknown>>;

/** A value that violates its schema is refused, never changed, and all its faults are reported. */
const VALIDATION = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allErrors: true,
};

/**
 * `compilers`, each deferred until its schema is needed: compiling all schemas is a large part of
 * starting up, and few processes are asked for every route. Since a schema that cannot be compiled
 * would not fail at startup, a test compiles them all.
 */
export function lazyCompilers(): {
  validator: FastifySchemaCompiler<unknown>;
  serializer: FastifySerializerCompiler<unknown>;
} {
  const { validator, serializer } = compilers();
  return {
    validator: (route) => validateLazily(() => validator(route)),
    serializer: (route) => serializeLazily(() => serializer(route)),
  };
}

/** The framework's own compilers, which it would use at startup. */
export function compilers(): ReturnType<typeof lazyCompilers> {
  // Its type only accepts a schema, but the function takes the schema from the route.
  const validator = buildValidators()({}, { customOptions: VALIDATION }) as unknown;
  return {
    validator: validator as FastifySchemaCompiler<unknown>,
    serializer: buildSerializers()() as FastifySerializerCompiler<unknown>,
  };
}

function validateLazily(compile: () => Validate): Validate {
  let validate: Validate | undefined;
  const late: Validate = (data: unknown) => {
    validate ??= compile();
    const verdict = validate(data);
    // The framework reads the errors right away, before any other call.
    late.errors = validate.errors ?? null;
    return verdict;
  };
  return late;
}

function serializeLazily(compile: () => Serialize): Serialize {
  let serialize: Serialize | undefined;
  return (data) => (serialize ??= compile())(data);
}
