import { ERROR_CODES } from '../errors.ts';
import { CATALOGUE, type Language } from '../refusals.ts';
import type { KeyAdvice, ResponsibleParty } from './advice.ts';
import { CAUSES } from './causes.ts';
import type { Guide } from './read-guides.ts';

interface Words {
  readonly title: string;
  readonly summary: string;
  readonly intro: string;
  readonly keyIntro: string;
  readonly unknown: string;
  readonly all: string;
  readonly header: readonly [code: string, status: string, key: string, who: string];
  readonly message: string;
  readonly cause: string;
  readonly remedy: string;
  readonly keys: Readonly<Record<NonNullable<KeyAdvice>, string>>;
  readonly parties: Readonly<Record<ResponsibleParty, string>>;
}

const PT: Words = {
  title: 'Erros',
  summary: 'Cada código de erro: por que vem, o que fazer, com qual chave repetir e quem resolve.',
  intro: `Um erro é \`{ "error": código, "message": texto }\`. Decida pelo código em \`error\` e pelo
status HTTP; \`message\` é para pessoas, em português, ou em inglês com \`Accept-Language: en\`. Todo
erro traz \`X-Request-Id\`, que o operador encontra no log.`,
  keyIntro: `**Chave** diz o que fazer com a \`Idempotency-Key\` de depósitos e saques: a **mesma**
repete o mesmo pedido sem risco de fazê-lo duas vezes; uma **nova**, porque a usada terminou; **não
gasta** quer dizer que a requisição corrigida pode usá-la. O porquê está em
[idempotência](idempotency.md).`,
  unknown: `Um tempo esgotado ou uma conexão cortada não são uma recusa: o pedido pode ter sido feito.
Repita com a mesma chave. Códigos novos podem surgir; trate um desconhecido pelo status.`,
  all: 'Todos os códigos',
  header: ['Código', 'Status', 'Chave', 'Quem resolve'],
  cause: 'Por quê',
  remedy: 'O que fazer',
  message: 'Mensagem',
  keys: { same: 'mesma', new: 'nova', kept: 'não gasta' },
  parties: {
    program: 'seu programa',
    account: 'sua conta',
    operator: 'o operador',
    payer: 'quem paga ou recebe',
    time: 'esperar',
  },
};

const EN: Words = {
  title: 'Errors',
  summary:
    'Each error code: why it comes, what to do, with which key to repeat, and who can fix it.',
  intro: `An error is \`{ "error": code, "message": text }\`. Decide by the code in \`error\` and by the
HTTP status; \`message\` is for people, in Portuguese, or in English with \`Accept-Language: en\`. Every
error carries an \`X-Request-Id\`, which the operator finds in the log.`,
  keyIntro: `**Key** says what to do with the \`Idempotency-Key\` of deposits and withdrawals: the
**same** repeats the same order without a risk of making it twice; a **new** one, because the one used
has ended; **kept** means that the request put right may use it. The reasons stand in
[idempotency](idempotency.md).`,
  unknown: `A time-out or a connection cut is no refusal: the order may have been made. Repeat with the
same key. New codes may appear; treat one that you do not know by its status.`,
  all: 'All codes',
  header: ['Code', 'Status', 'Key', 'Who can fix it'],
  cause: 'Why',
  remedy: 'What to do',
  message: 'Message',
  keys: { same: 'same', new: 'new', kept: 'kept' },
  parties: {
    program: 'your program',
    account: 'your account',
    operator: 'the operator',
    payer: 'whoever pays or receives',
    time: 'waiting',
  },
};

const WORDS: Readonly<Record<Language, Words>> = { pt: PT, en: EN };

/** The page about errors, in Markdown like every other. */
export function explainErrors(language: Language): Guide {
  const words = WORDS[language];
  const keyOf = (advice: KeyAdvice): string => (advice === null ? '–' : words.keys[advice]);
  const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  const rows = ERROR_CODES.map((code) => {
    const { key, who } = CAUSES[code];
    const link = `[\`${code}\`](#${code})`;
    return row([link, CATALOGUE[code].status, keyOf(key), words.parties[who]]);
  });
  const sections = ERROR_CODES.map((code) => {
    const { key, who, cause, remedy } = CAUSES[code];
    const [, , keyWord, whoWord] = words.header;
    return `### \`${code}\`

**${String(CATALOGUE[code].status)}** · ${keyWord}: **${keyOf(key)}** · ${whoWord}: **${words.parties[who]}**

- **${words.message}:** ${CATALOGUE[code][language]}
- **${words.cause}:** ${cause[language]}
- **${words.remedy}:** ${remedy[language]}
`;
  });
  const table = [row(words.header), row(words.header.map(() => '---')), ...rows].join('\n');
  const body = [words.intro, words.keyIntro, words.unknown, `## ${words.all}`, table, ...sections];
  return { title: words.title, summary: words.summary, body: `${body.join('\n\n')}\n` };
}
