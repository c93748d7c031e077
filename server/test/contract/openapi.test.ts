import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Script } from 'node:vm';
import core, { type RulesetDefinition } from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import rulesets from '@stoplight/spectral-rulesets';
import { SCOPES } from '../../src/api-keys/api-key.ts';
import { ERROR_CODES } from '../../src/errors.ts';
import { parseBrCode } from '../../src/pix/br-code.ts';
import { isObject } from '../../src/platform/json.ts';
import { type Operation, openSessionReference, reference } from '../openapi.ts';
const { document, operations } = reference;

describe('every operation', () => {
  for (const operation of operations) {
    const { method, path, content } = operation;
    test(`${method} ${path} has an id, a summary, a description, one tag and its scope`, () => {
      for (const field of ['operationId', 'summary', 'description']) {
        assert.match(String(content[field] ?? ''), /\S.*/, field);
      }
      assert.ok(Array.isArray(content['tags']) && content['tags'].length === 1, 'one tag');
      const scope = content['x-scope'];
      if (scope === undefined)
        assert.match(String(content['x-public'] ?? ''), /\S{3}/, 'why public');
      else assert.ok(['any', ...SCOPES].includes(String(scope)), String(scope));
    });

    test(`${method} ${path} has a valid example of every parameter and body`, () => {
      for (const parameter of listOf(content['parameters']).map(reference.resolve)) {
        assert.ok('example' in parameter || 'examples' in parameter, String(parameter['name']));
        assert.match(String(parameter['description'] ?? ''), /\S/, String(parameter['name']));
      }
      for (const { pointer, media } of mediaOf(operation)) {
        // A picture has no JSON example.
        if (pointer.includes('image~1')) continue;
        const examples = examplesOf(media);
        assert.notEqual(examples.length, 0, pointer);
        if (!pointer.endsWith('json')) continue;
        for (const example of examples) reference.validate(`${pointer}/schema`, example);
      }
    });

    test(`${method} ${path} describes every field`, () => {
      for (const { pointer, media } of mediaOf(operation)) {
        for (const field of undescribed(media['schema'])) assert.fail(`${pointer}: ${field}`);
      }
    });
  }

  test('has a unique id', () => {
    const ids = operations.map(({ content }) => content['operationId']);
    assert.deepEqual(ids.toSorted(), [...new Set(ids)].toSorted());
  });
});

test('each parameter name is a valid variable name for generated clients', () => {
  const parameters = operations
    .flatMap(({ content }) => listOf(content['parameters']).map(reference.resolve))
    .filter((parameter) => parameter['in'] !== 'header');
  assert.notEqual(parameters.length, 0);
  for (const { name } of parameters) new Script(`let ${String(name)};`);
});

test('no schema is a union, of which client generators make a type that takes anything', () => {
  const unions = objectsIn(document).filter((one) => 'anyOf' in one || 'oneOf' in one);
  assert.deepEqual(unions, []);
});

test('exactly the tags in use are described', () => {
  const used = operations.flatMap(({ content }) => listOf(content['tags']));
  const named = listOf(document['tags']).map((tag) => isObject(tag) && tag['name']);
  assert.deepEqual([...new Set(used)].sort(), named.toSorted());
});

test('each example of the dashboard’s routes matches its schema', () => {
  const sessions = openSessionReference();
  for (const operation of sessions.operations) {
    for (const { pointer, media } of mediaOf(operation, sessions)) {
      if (!pointer.endsWith('json')) continue;
      for (const example of examplesOf(media)) sessions.validate(`${pointer}/schema`, example);
    }
  }
});

test('no example contradicts itself', () => {
  const contents = operations
    .flatMap((one) => mediaOf(one))
    .flatMap(({ media }) => examplesOf(media));
  const shown = contents.flatMap(objectsIn);
  const has = (field: string) => shown.filter((object) => field in object);
  for (const [field, status] of Object.entries({
    failureReason: /^failed$/i,
    confirmedAt: /^(CONFIRMED|REFUNDED)$/,
    completedAt: /^COMPLETED$/,
    failedAt: /^FAILED$/,
    expiredAt: /^EXPIRED$/,
    refundedAt: /^REFUNDED$/,
    nextAttemptAt: /^pending$/,
  })) {
    assert.notEqual(has(field).length, 0, field);
    for (const object of has(field)) {
      const holds = status.test(String(object['status']));
      assert.equal(object[field] !== null, holds, `${field} of ${JSON.stringify(object)}`);
    }
  }
  for (const { enabled, disabledReason } of has('disabledReason'))
    assert.equal(disabledReason === null, enabled);
  for (const { tipo, cpfDivergente } of has('cpfDivergente'))
    assert.equal(cpfDivergente, tipo === 'estorno');
  for (const { createdAt, expiresAt, deadline = expiresAt } of has('createdAt'))
    assert.ok(deadline === undefined || String(deadline) > String(createdAt));
  for (const object of has('totalCents')) assert.ok(!('depositAmountCents' in object));
  assert.notEqual(has('pixQrCode').length, 0);
  for (const { pixQrCode, totalCents } of has('pixQrCode'))
    assert.equal(parseBrCode(String(pixQrCode)).amountCents, totalCents);
  assert.deepEqual(has('withdrawal')[0]?.['withdrawal'], { percentBasisPoints: 0, fixedCents: 0 });
});

test('exactly the error codes of the catalogue are described', () => {
  const { components } = document;
  assert.ok(isObject(components) && isObject(components['responses']));
  const described = Object.values(components['responses']).flatMap((response) =>
    JSON.stringify(response).match(/(?<="error":")[a-z_]+(?=")/g),
  );
  assert.deepEqual([...new Set(described)].sort(), ERROR_CODES.toSorted());
});

/** Rules that are broken for a reason: where, or by which of the linter's messages. */
const EXCEPTIONS: Readonly<Record<string, readonly [where: RegExp, why: string]>> = {
  'owasp:api2:2023-no-http-basic': [
    /^components\/securitySchemes\/providerSecret/,
    'The provider signs in this way and no other.',
  ],
  'owasp:api4:2023-rate-limit': [
    /\/responses\/401\/|^paths\/\/(?!v1\/)/,
    'A rate limit belongs to a key, and here there is none, or an unknown one.',
  ],
  'owasp:api8:2023-define-cors-origin': [
    /headers$/,
    'No page of another origin may call: no such header is ever sent.',
  ],
};

test('the OpenAPI and OWASP linters find no error except those listed with a reason', async () => {
  const spectral = new core.Spectral();
  // Both packages contain rule sets, but their types say less, or describe another module format.
  const extended = [rulesets.oas, owasp] as unknown as RulesetDefinition[];
  spectral.setRuleset({ extends: extended });
  const found = await spectral.run(structuredClone(document));
  const errors = found.filter(({ severity }) => severity === 0);
  const unexcused = errors.filter(({ code, path, message }) => {
    const [where] = EXCEPTIONS[String(code)] ?? [];
    return !where?.test(path.join('/')) && !where?.test(message);
  });
  const lines = unexcused.map(
    ({ code, path, message }) => `${String(code)} ${path.join('/')}: ${message}`,
  );
  assert.deepEqual(lines, []);
  for (const code of Object.keys(EXCEPTIONS)) {
    assert.ok(
      errors.some((error) => error.code === code),
      `${code} needs no exception any more`,
    );
  }
});

type Json = Record<string, unknown>;

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Every body of an operation: the request's, and each response's. */
function mediaOf(
  { pointer, content }: Operation,
  by = reference,
): { pointer: string; media: Json }[] {
  const bodies: [string, unknown][] = [
    [`${pointer}/requestBody`, content['requestBody']],
    ...Object.entries(isObject(content['responses']) ? content['responses'] : {}).map(
      ([status, response]): [string, unknown] => [`${pointer}/responses/${status}`, response],
    ),
  ];
  return bodies.flatMap(([place, body]) => {
    const resolved = by.resolve(body);
    const base = typeof resolved['$at'] === 'string' ? resolved['$at'] : place;
    const kinds = isObject(resolved['content']) ? Object.entries(resolved['content']) : [];
    return kinds.flatMap(([type, media]) =>
      isObject(media) ? [{ pointer: `${base}/content/${type.replaceAll('/', '~1')}`, media }] : [],
    );
  });
}

function examplesOf(media: Json): unknown[] {
  if ('example' in media) return [media['example']];
  const examples = isObject(media['examples']) ? Object.values(media['examples']) : [];
  return examples.map((example) => (isObject(example) ? example['value'] : undefined));
}

/** All objects within a value, including itself. */
function objectsIn(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

/** The fields below a schema that have no description. */
function undescribed(schema: unknown, path = ''): string[] {
  const { properties, items, type, title } = reference.resolve(schema);
  if (isObject(properties)) {
    return Object.entries(properties).flatMap(([name, field]) =>
      undescribed(field, `${path}.${name}`),
    );
  }
  if (items !== undefined) return undescribed(items, `${path}[]`);
  const described = 'description' in reference.resolve(schema);
  return described || type === undefined || title !== undefined ? [] : [path];
}
