import { isObject } from '../platform/json.ts';
import type { Language } from '../refusals.ts';
import type { Guide } from './read-guides.ts';

type Json = Record<string, unknown>;

const WORDS = {
  pt: {
    title: 'Referência da API',
    summary: 'Cada operação da API: endereço, escopo, campos, respostas e erros.',
  },
  en: {
    title: 'API reference',
    summary: 'Each operation of the API: address, scope, fields, answers and errors.',
  },
} as const satisfies Record<Language, Pick<Guide, 'title' | 'summary'>>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** All operations of an OpenAPI document as Markdown, in the document's language. */
export function listOperations(document: Json, language: Language): Guide {
  // Operations for programs come before those that browsers load.
  const operations = operationsOf(document).toSorted(
    (one, other) => Number(isCalled(other)) - Number(isCalled(one)),
  );
  const tags = listOf(document['tags']).map((tag) => {
    const name = textOf(tag['name']);
    const own = operations.filter(({ tags }) => tags.includes(name));
    if (own.length === 0) return '';
    const written = own.map((operation) => writeOperation(operation, document));
    return [`## ${name}`, textOf(tag['description']), ...written].join('\n\n');
  });
  return { ...WORDS[language], body: `${tags.filter(Boolean).join('\n\n')}\n` };
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly tags: readonly unknown[];
  readonly facts: Json;
}

function operationsOf({ paths }: Json): Operation[] {
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const facts = isObject(item) ? item[method] : undefined;
      if (!isObject(facts)) return [];
      const { tags } = facts;
      return [{ method: method.toUpperCase(), path, tags: Array.isArray(tags) ? tags : [], facts }];
    }),
  );
}

function isCalled({ path }: Operation): boolean {
  return path.startsWith('/v1/');
}

function writeOperation({ method, path, facts }: Operation, document: Json): string {
  const responses = isObject(facts['responses']) ? facts['responses'] : {};
  const parameters = listOf(facts['parameters'])
    .map((parameter) => resolve(parameter, document))
    .map((parameter) => {
      const { name, required, description, schema } = parameter;
      const where = textOf(parameter['in']);
      return fieldLine(textOf(name), resolve(schema, document), [
        where,
        ...(required === true ? ['required'] : []),
        textOf(description),
      ]);
    });
  const body = fieldsOf(contentOf(resolve(facts['requestBody'], document)), document);
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, response]) => writeAnswer(status, resolve(response, document), document));
  const parts = [
    `### ${method} ${path}`,
    `**${textOf(facts['summary'])}.** ${textOf(facts['description'])}`,
    titled('Parameters', parameters),
    titled('Body', body),
    ...answers,
    writeErrors(responses, document),
  ];
  return parts.filter(Boolean).join('\n\n');
}

function writeAnswer(status: string, response: Json, document: Json): string {
  const fields = fieldsOf(contentOf(response), document);
  const title = `Answer ${status}: ${textOf(response['description'])}`;
  return fields.length === 0 ? `**${title}**` : titled(title, fields);
}

function titled(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `**${title}**\n\n${lines.join('\n')}`;
}

function writeErrors(responses: Json, document: Json): string {
  const links = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .flatMap(([, response]) => {
      const content = contentOf(resolve(response, document));
      const properties = isObject(content['properties']) ? content['properties'] : {};
      const { error } = properties;
      const codes = isObject(error) ? error['enum'] : [];
      return Array.isArray(codes) ? codes.map(String) : [];
    })
    .map((code) => `[\`${code}\`](errors.md#${code})`);
  return links.length === 0 ? '' : `**Errors:** ${links.join(', ')}`;
}

/** The schema of a JSON request or response body. */
function contentOf({ content }: Json): Json {
  const json = isObject(content) ? content['application/json'] : undefined;
  return isObject(json) && isObject(json['schema']) ? json['schema'] : {};
}

function fieldsOf(given: Json, document: Json): string[] {
  const schema = resolve(given, document);
  const { properties, required } = schema;
  if (!isObject(properties)) return [];
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, property]) => {
    const own = resolve(property, document);
    const description = textOf(isObject(property) ? property['description'] : undefined);
    return fieldLine(name, own, [
      ...(needed.includes(name) ? [] : ['optional']),
      description || textOf(own['description']),
    ]);
  });
}

function fieldLine(name: string, schema: Json, facts: readonly string[]): string {
  return `- \`${name}\` ${[typeOf(schema), ...facts].filter(Boolean).join(' · ')}`;
}

function typeOf(schema: Json): string {
  const { type, enum: values } = schema;
  if (Array.isArray(values)) return values.map((value) => `\`${String(value)}\``).join(', ');
  return Array.isArray(type) ? type.map(String).join(' or ') : textOf(type);
}

function resolve(given: unknown, document: Json): Json {
  if (!isObject(given)) return {};
  const reference = given['$ref'];
  if (typeof reference !== 'string') return given;
  const found = reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), document);
  return resolve(found, document);
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\n', ' ') : '';
}
