import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SavedRequest } from './saved-request.ts';
import type { Words } from './words.ts';

export type Fault =
  | 'missing_header'
  | 'malformed_header'
  | 'old_timestamp'
  | 'future_timestamp'
  | 'changed_body'
  | 'changed_time_or_id'
  | 'wrong_secret'
  | 'secret_form';

export interface Verdict {
  readonly scheme: 'plain' | 'standard';
  readonly fault: Fault | null;
  readonly words: Words;
}

export interface Question {
  readonly request: SavedRequest;
  readonly secret: string;
  readonly toleranceSeconds: number;
  readonly nowSeconds: number;
}

/** Checks both schemes: the digest of the body, and Standard Webhooks. */
export function diagnose(question: Question): Verdict[] {
  const plain = plainFault(question);
  const standard = standardFault(question);
  // If one signature fits, the secret is right and the body is what was signed.
  const oneFits = plain === null || standard === null || standard === 'fits but for its time';
  return [
    verdictOf('plain', plain === 'no match' ? mismatchOf(question, 'plain', oneFits) : plain),
    verdictOf('standard', standardVerdict(question, standard, oneFits)),
  ];
}

type Mismatch = Explained | 'no match' | 'fits but for its time' | null;

interface Explained {
  readonly fault: Fault;
  readonly words: Words;
}

function standardVerdict(question: Question, seen: Mismatch, oneFits: boolean): Explained | null {
  if (seen === 'no match') return mismatchOf(question, 'standard', oneFits);
  return seen === 'fits but for its time' ? ageOf(question) : seen;
}

function verdictOf(scheme: Verdict['scheme'], explained: Mismatch): Verdict {
  if (explained === null || typeof explained === 'string') {
    return { scheme, fault: null, words: { pt: 'confere', en: 'is right' } };
  }
  return { scheme, ...explained };
}

function plainFault({ request, secret }: Question): Mismatch {
  const given = request.headers['x-webhook-signature'];
  if (given === undefined) return missing('X-Webhook-Signature');
  if (!/^sha256=[0-9a-f]{64}$/i.test(given)) return malformed('X-Webhook-Signature');
  const previous = request.headers['x-webhook-signature-previous'] ?? '';
  const expected = plainSignature(secret, request.body);
  return [given, previous].some((one) => isSame(one, expected)) ? null : 'no match';
}

function standardFault(question: Question): Mismatch {
  const { headers, body } = question.request;
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
  const absent = names.find((name) => (headers[name] ?? '') === '');
  if (absent !== undefined) return missing(absent);
  const [id = '', timestamp = '', signature = ''] = names.map((name) => headers[name]);
  if (!/^\d{1,12}$/.test(timestamp)) return malformed('webhook-timestamp');
  if (!/(^| )v1,[A-Za-z0-9+/]{43}=( |$)/.test(signature)) return malformed('webhook-signature');
  const expected = standardSignature(question.secret, `${id}.${timestamp}.`, body);
  if (!signature.split(' ').some((one) => isSame(one, expected))) return 'no match';
  return ageOf(question) === null ? null : 'fits but for its time';
}

function ageOf({ request, nowSeconds, toleranceSeconds }: Question): Explained | null {
  const age = nowSeconds - Number(request.headers['webhook-timestamp']);
  if (Math.abs(age) <= toleranceSeconds) return null;
  const seconds = String(Math.round(Math.abs(age)));
  const limit = String(toleranceSeconds);
  return age > 0
    ? {
        fault: 'old_timestamp',
        words: {
          pt: `a assinatura confere, mas tem ${seconds} s e o limite é ${limit} s: é uma requisição antiga, ou um relógio está errado`,
          en: `the signature is right, but ${seconds} s old and the limit is ${limit} s: an old request, or a clock is wrong`,
        },
      }
    : {
        fault: 'future_timestamp',
        words: {
          pt: `a assinatura confere, mas está ${seconds} s no futuro: o relógio desta máquina está atrasado`,
          en: `the signature is right, but ${seconds} s in the future: this machine's clock is slow`,
        },
      };
}

/**
 * Neither fits, or only the other one: tries what could have been done to the body, and names it.
 */
function mismatchOf(question: Question, scheme: Verdict['scheme'], oneFits: boolean): Explained {
  const { request, secret } = question;
  const fits = (key: string, body: Uint8Array): boolean => {
    const seen = { ...question, secret: key, request: { ...request, body } };
    return scheme === 'plain' ? plainFault(seen) === null : isFit(standardFault(seen));
  };
  const spelled = [`whsec_${secret}`, secret.trim()].find((key) => fits(key, request.body));
  if (spelled !== undefined) return { fault: 'secret_form', words: SECRET_FORM };
  if (oneFits) {
    return scheme === 'standard'
      ? { fault: 'changed_time_or_id', words: CHANGED_TIME }
      : { fault: 'malformed_header', words: OTHER_SIGNATURE };
  }
  const variant = variantsOf(request.body).find(({ body }) => fits(secret, body));
  if (variant) return { fault: 'changed_body', words: variant.words };
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  if (!Number.isNaN(length) && length !== request.body.length) {
    return { fault: 'changed_body', words: otherLength(request.body.length, length) };
  }
  if (!/^whsec_[A-Za-z0-9+/]{43}=$/.test(secret)) return { fault: 'secret_form', words: NO_SECRET };
  return { fault: 'wrong_secret', words: WRONG_SECRET };
}

const isFit = (seen: Mismatch): boolean => seen === null || seen === 'fits but for its time';

/** Common changes to a body by editors, terminals and frameworks. */
function variantsOf(body: Uint8Array): { body: Uint8Array; words: Words }[] {
  const text = Buffer.from(body).toString('utf8');
  const bodies: [string, Words][] = [
    [text.replace(/\r?\n$/, ''), LINE_BREAK],
    [text.replaceAll('\r\n', '\n'), LINE_BREAK],
    [text.replace(/^\uFEFF/, ''), LINE_BREAK],
    [compact(text), REWRITTEN],
  ];
  return bodies
    .filter(([changed]) => changed !== text)
    .map(([changed, words]) => ({ body: Buffer.from(changed), words }));
}

function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

function plainSignature(secret: string, body: Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

function standardSignature(secret: string, head: string, body: Uint8Array): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(head).update(body).digest('base64')}`;
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function missing(name: string): Explained {
  return {
    fault: 'missing_header',
    words: { pt: `falta o cabeçalho ${name}`, en: `the header ${name} is missing` },
  };
}

function malformed(name: string): Explained {
  return {
    fault: 'malformed_header',
    words: {
      pt: `o cabeçalho ${name} não tem a forma esperada`,
      en: `the header ${name} is malformed`,
    },
  };
}

function otherLength(actual: number, declared: number): Words {
  const [bytes, promised] = [String(actual), String(declared)];
  return {
    pt: `o corpo foi alterado: tem ${bytes} bytes e Content-Length diz ${promised}`,
    en: `the body was changed: it has ${bytes} bytes and Content-Length says ${promised}`,
  };
}

const CHANGED_TIME = {
  pt: 'o segredo e o corpo estão certos, mas webhook-id ou webhook-timestamp foram alterados',
  en: 'secret and body are right, but webhook-id or webhook-timestamp was changed',
};
const OTHER_SIGNATURE = {
  pt: 'o segredo e o corpo estão certos, mas X-Webhook-Signature é de outra requisição',
  en: 'secret and body are right, but X-Webhook-Signature is of another request',
};
const LINE_BREAK = {
  pt: 'o corpo foi alterado: há quebras de linha (ou um BOM) que não foram assinadas; guarde os bytes exatos',
  en: 'the body was changed: it has line breaks (or a BOM) that were not signed; keep the exact bytes',
};
const REWRITTEN = {
  pt: 'o corpo foi alterado: o JSON foi lido e escrito de novo; confira os bytes recebidos, antes de qualquer parser',
  en: 'the body was changed: the JSON was parsed and serialised again; verify the bytes received, before any parser',
};
const SECRET_FORM = {
  pt: 'o segredo está incompleto: use o texto inteiro, com whsec_ e sem espaços',
  en: 'the secret is not whole: use all of its text, with whsec_ and without spaces',
};
const NO_SECRET = {
  pt: 'isto não é um segredo de endpoint: ele começa com whsec_ e tem 50 caracteres',
  en: 'this is no secret of an endpoint: it begins with whsec_ and has 50 characters',
};
const WRONG_SECRET = {
  pt: 'o segredo é de outro endpoint, ou o corpo foi alterado sem mudar de tamanho',
  en: "the secret is another endpoint's, or the body was changed without changing its length",
};
