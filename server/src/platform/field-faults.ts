import { ApiError, type ErrorCode, type Text } from '../errors.ts';
import {
  DURATION_PATTERN,
  ID_PATTERN,
  KEY_PATTERN,
  LIMIT_PATTERN,
  LINES,
  PRINTABLE,
  SEQUENCE_PATTERN,
} from './schema.ts';

/** Fields with the error codes of their faults, in the order in which they are judged. */
export type FieldCodes = readonly (readonly [field: string, code: ErrorCode])[];

/** A violated schema rule, as the validator reports it. */
interface Fault {
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly instancePath: string;
}

/**
 * By field name. What something other than the schema refused has words of its own, said after the
 * field's name, or undefined if its code says it all.
 */
export type FaultyFields = Map<string, Fault | Text | undefined>;

/** Everything in a query is a string, unless it is repeated. */
const REPEATED = { keyword: 'repeated', params: {} };

/** The top-level fields that the validator refused; empty if there are none. */
export function faultyFields(error: unknown): FaultyFields {
  if (typeof error !== 'object' || error === null || !('validation' in error)) return new Map();
  // Fastify sets `validation` only to the validator's own list of faults.
  const list = error.validation as readonly Fault[];
  const inQuery = 'validationContext' in error && error.validationContext === 'querystring';
  const repeated = inQuery ? list.filter(({ keyword }) => keyword === 'type') : [];
  // A width in bits does not help a caller: any other rule outranks it.
  const explained = new Set(list.filter(({ keyword }) => keyword !== 'format').map(fieldOf));
  const relevant = list.filter(
    (fault) => fault.keyword !== 'format' || !explained.has(fieldOf(fault)),
  );
  // Of several faults of one field the last is kept: the most specific, which names what is valid.
  return new Map<string, Fault>([
    ...relevant.map((fault) => [fieldOf(fault), fault] as const),
    ...repeated.map((fault) => [fieldOf(fault), { ...fault, ...REPEATED }] as const),
  ]);
}

function fieldOf(fault: Fault): string {
  return partsOf(fault)[0] ?? 'body';
}

/** From the field at the top to the one that is wrong or missing. */
function partsOf({ instancePath, params }: Fault): string[] {
  const missing = params['missingProperty'];
  const parts = instancePath.split('/').slice(1);
  return missing === undefined ? parts : [...parts, String(missing)];
}

/** `results.0.lease`; of a list's item that is no object, the list. */
function placeOf(fault: Fault): string {
  const place = partsOf(fault).join('.');
  return place.replace(/\.\d+$/, '') || 'body';
}

/** The refusal of the first faulty field. */
export function fieldRefusal(faulty: FaultyFields, codes: FieldCodes = []): ApiError {
  const [field, code] = codes.find(([name]) => faulty.has(name)) ?? [
    [...faulty.keys()][0],
    undefined,
  ];
  const name = field ?? 'body';
  const fault = faulty.get(name);
  const explained = fault !== undefined && 'pt' in fault;
  if (code !== undefined && code !== 'invalid_request' && !explained) return new ApiError(code);
  const { pt, en } = explained ? fault : wordsFor(fault);
  const place = fault === undefined || explained ? name : placeOf(fault);
  const text = { pt: `${place} ${pt}`, en: `${place} ${en}` };
  return new ApiError(code ?? 'invalid_request', { text });
}

/** What is wrong with a field and, if the rule tells, what to send instead. */
function wordsFor(fault: Fault | undefined): Text {
  if (fault?.keyword === 'required') {
    return { pt: 'falta. Envie esse campo.', en: 'is missing. Send that field.' };
  }
  const taken = fault && TAKEN[fault.keyword]?.(fault.params);
  if (taken) return { pt: `é inválido. Envie ${taken.pt}.`, en: `is not valid. Send ${taken.en}.` };
  return {
    pt: 'falta ou é inválido. Confira o tipo, o tamanho e os valores aceitos.',
    en: 'is missing or not valid. Check its type, its length and the values it accepts.',
  };
}

const TYPES: Readonly<Record<string, Text>> = {
  string: { pt: 'um texto', en: 'a text' },
  integer: { pt: 'um número inteiro', en: 'a whole number' },
  boolean: { pt: 'true ou false', en: 'true or false' },
  array: { pt: 'uma lista', en: 'a list' },
  object: { pt: 'um objeto', en: 'an object' },
};

type Params = Fault['params'];

const TAKEN: Readonly<Record<string, (params: Params) => Text | undefined>> = {
  type: ({ type }) => TYPES[String(type)],
  enum: ({ allowedValues }) => {
    const values = Array.isArray(allowedValues) ? allowedValues.join(', ') : '';
    return { pt: `um destes valores: ${values}`, en: `one of these values: ${values}` };
  },
  minLength: atLeast(['caractere', 'caracteres'], ['character', 'characters']),
  maxLength: atMost(['caractere', 'caracteres'], ['character', 'characters']),
  minItems: atLeast(['item', 'itens'], ['item', 'items']),
  maxItems: atMost(['item', 'itens'], ['item', 'items']),
  uniqueItems: () => ({ pt: 'cada valor uma só vez', en: 'each value only once' }),
  minimum: ({ limit }) => ({ pt: `no mínimo ${String(limit)}`, en: `at least ${String(limit)}` }),
  maximum: ({ limit }) => ({ pt: `no máximo ${String(limit)}`, en: `at most ${String(limit)}` }),
  pattern: ({ pattern }) => FORMS[String(pattern)] ?? OTHER_FORM,
  repeated: () => ({ pt: 'um só valor', en: 'one value only' }),
};

/** Descriptions of the texts that match a pattern. */
const FORMS: Readonly<Record<string, Text>> = {
  [LIMIT_PATTERN]: { pt: 'um número inteiro de 1 a 100', en: 'a whole number from 1 to 100' },
  [PRINTABLE]: {
    pt: 'uma só linha, sem caracteres de controle ou invisíveis',
    en: 'a single line, without control characters or invisible ones',
  },
  [LINES]: {
    pt: 'um texto de uma ou mais linhas, sem caracteres de controle ou invisíveis',
    en: 'a text of one or more lines, without control characters or invisible ones',
  },
  [SEQUENCE_PATTERN]: { pt: 'um número inteiro, como 41', en: 'a whole number such as 41' },
  [KEY_PATTERN]: {
    pt: '64 dígitos hexadecimais, de 0 a 9 e de a a f',
    en: '64 hexadecimal digits, 0 to 9 and a to f',
  },
  [ID_PATTERN]: { pt: 'um id, como a API o devolve', en: 'an id as the API returns it' },
  [DURATION_PATTERN]: {
    pt: 'uma duração ISO 8601 em semanas, dias, horas, minutos e segundos, como PT20M ou P1DT12H',
    en: 'an ISO 8601 duration in weeks, days, hours, minutes and seconds, such as PT20M or P1DT12H',
  },
};
const OTHER_FORM: Text = {
  pt: 'só os caracteres que o campo aceita, na forma que a referência mostra',
  en: 'only characters that the field accepts, in the form that the reference shows',
};

type Noun = readonly [one: string, many: string];

function atLeast(pt: Noun, en: Noun) {
  return ({ limit }: Params): Text => ({
    pt: `no mínimo ${counted(limit, pt)}`,
    en: `at least ${counted(limit, en)}`,
  });
}

function atMost(pt: Noun, en: Noun) {
  return ({ limit }: Params): Text => ({
    pt: `no máximo ${counted(limit, pt)}`,
    en: `at most ${counted(limit, en)}`,
  });
}

function counted(count: unknown, [one, many]: Noun): string {
  return `${String(count)} ${count === 1 ? one : many}`;
}
