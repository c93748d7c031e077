import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { parse } from 'yaml';

const Text = Type.String({ minLength: 1 });
const Texts = Type.Array(Text);
const Closed = { additionalProperties: false } as const;

const Health = Type.Union([
  Type.Object({ disable: Type.Literal(true) }, Closed),
  Type.Object(
    {
      test: Texts,
      interval: Text,
      timeout: Text,
      retries: Type.Integer(),
      start_period: Text,
    },
    Closed,
  ),
]);

/**
 * What compose.yaml may contain for a service; anything else would be neither tried nor checked.
 */
const Service = Type.Object(
  {
    image: Text,
    build: Type.Optional(Type.Literal('.')),
    pull_policy: Type.Optional(Type.Literal('never')),
    profiles: Type.Optional(Texts),
    command: Type.Optional(Texts),
    init: Type.Literal(true),
    read_only: Type.Literal(true),
    user: Type.Optional(Text),
    cap_drop: Type.Tuple([Type.Literal('ALL')]),
    cap_add: Type.Optional(Texts),
    security_opt: Type.Tuple([Type.Literal('no-new-privileges:true')]),
    restart: Type.Union([Type.Literal('unless-stopped'), Type.Literal('no')]),
    logging: Type.Object(
      { driver: Type.Literal('json-file'), options: Type.Record(Text, Text) },
      Closed,
    ),
    tmpfs: Type.Optional(Texts),
    shm_size: Type.Optional(Text),
    stop_signal: Type.Optional(Text),
    stop_grace_period: Type.Optional(Text),
    extra_hosts: Type.Optional(Texts),
    environment: Type.Optional(Type.Record(Text, Type.String())),
    secrets: Type.Optional(Texts),
    volumes: Type.Optional(Texts),
    ports: Type.Optional(Texts),
    networks: Type.Union([
      Texts,
      Type.Record(Text, Type.Object({ ipv4_address: Type.Optional(Text) }, Closed)),
    ]),
    deploy: Type.Optional(Type.Object({ replicas: Type.Integer() }, Closed)),
    healthcheck: Type.Optional(Health),
    depends_on: Type.Optional(
      Type.Record(
        Text,
        Type.Object(
          {
            condition: Type.Union([
              Type.Literal('service_healthy'),
              Type.Literal('service_completed_successfully'),
            ]),
          },
          Closed,
        ),
      ),
    ),
  },
  Closed,
);
export type Service = Static<typeof Service>;

const Compose = Type.Object({
  name: Text,
  services: Type.Record(Text, Service),
  networks: Type.Record(
    Text,
    Type.Object(
      {
        internal: Type.Optional(Type.Boolean()),
        ipam: Type.Optional(
          Type.Object(
            { config: Type.Tuple([Type.Object({ subnet: Text, ip_range: Text }, Closed)]) },
            Closed,
          ),
        ),
      },
      Closed,
    ),
  ),
  volumes: Type.Record(Text, Type.Null()),
  secrets: Type.Record(Text, Type.Object({ file: Text }, Closed)),
});
export type Compose = Static<typeof Compose>;

/** `${NAME:-the default}`, the only form that our files use. */
const VARIABLE = /\$\{(\w+):-([^}]*)\}/g;

/** @throws Error that says what is wrong, and where */
export function readCompose(text: string, variables: Record<string, string> = {}): Compose {
  const fill = (value: string): string =>
    value.replaceAll(VARIABLE, (_, name: string, fallback: string) => variables[name] ?? fallback);
  // Substituted after parsing, as Compose does: a variable's value is never read as YAML.
  const filled = (_: unknown, value: unknown) => (typeof value === 'string' ? fill(value) : value);
  const document: unknown = parse(text, filled, { merge: true });
  if (Value.Check(Compose, document)) return document;
  const [fault] = Value.Errors(Compose, document);
  throw new Error(`compose.yaml, ${fault?.instancePath ?? ''}: ${fault?.message ?? 'unreadable'}`);
}

/** The services, each after its dependencies. */
export function inOrder(compose: Compose): [name: string, service: Service][] {
  const ordered = new Map<string, Service>();
  const visit = (name: string): void => {
    const service = compose.services[name];
    if (ordered.has(name)) return;
    if (!service) throw new Error(`There is no service ${name}.`);
    for (const other of Object.keys(service.depends_on ?? {})) visit(other);
    ordered.set(name, service);
  };
  for (const name of Object.keys(compose.services)) visit(name);
  return [...ordered];
}
