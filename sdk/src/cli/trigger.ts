import { isPonteError } from '../index.ts';
import { isPathPart } from '../request.ts';
import { accessOf, modeOf, open, type Ponte } from './connect.ts';
import { columns } from './print.ts';
import type { Call } from './verb.ts';
import { CliError, UsageError, type Words } from './words.ts';

/** The visible stages of an order, in order. */
interface Stage {
  /** How far to move the clock first; null if it comes by itself. */
  readonly after: string | null;
  readonly status: string;
  readonly events: readonly string[];
}

interface Case {
  readonly name: string;
  readonly title: Words;
  readonly description: Words;
}

interface Run {
  readonly case: string;
  readonly operation: string;
  readonly id: string | null;
  readonly answers: readonly { readonly status: number; readonly error: string | null }[];
  readonly stages: readonly Stage[];
}

/** Runs a case in the sandbox, or lists them. */
export async function trigger(call: Call): Promise<void> {
  const { positionals, printer, values } = call;
  const [name] = positionals;
  const ponte = await connectToTest(call);
  if (values.list === true) {
    await list(call, ponte);
    return;
  }
  if (name === undefined || !isPathPart(name)) {
    throw new UsageError({
      pt: 'Diga qual caso; ponte trigger --list mostra todos.',
      en: 'Say which case; ponte trigger --list shows all.',
    });
  }
  const path = `/v1/sandbox/cases/${encodeURIComponent(name)}`;
  const { body } = await ponte.request<Run>({ method: 'POST', path }).catch((error: unknown) => {
    throw isPonteError(error) && error.code === 'not_found' ? noSuchCase(name) : error;
  });
  const { say } = printer;
  const answers = body.answers.map(({ status, error }) =>
    `${String(status)} ${error ?? ''}`.trim(),
  );
  const rows: [string, string | null][] = [
    [say({ pt: 'caso', en: 'case' }), body.case],
    [body.operation, body.id],
    [say({ pt: 'respostas', en: 'answers' }), answers.join(', ')],
    ...body.stages.map((stage): [string, string] => [
      say({ pt: 'espere', en: 'expect' }),
      expectation(stage),
    ]),
  ];
  printer.answer(body, columns(rows));
}

function noSuchCase(name: string): CliError {
  return new CliError('not_found', {
    pt: `Não há um caso ${name}; ponte trigger --list mostra todos.`,
    en: `There is no case ${name}; ponte trigger --list shows all.`,
  });
}

function expectation({ after, status, events }: Stage): string {
  const clock = after === null ? '' : ` (ponte clock ${after})`;
  return [status, ...events].join(', ') + clock;
}

async function list({ printer }: Call, ponte: Ponte): Promise<void> {
  const path = '/v1/sandbox/cases';
  const { body } = await ponte.request<{ readonly cases: readonly Case[] }>({
    method: 'GET',
    path,
  });
  const width = Math.max(0, ...body.cases.map(({ name }) => name.length));
  for (const one of body.cases) {
    printer.answer(one, `${one.name.padEnd(width)}  ${printer.say(one.description)}`);
  }
}

/** Shows the sandbox's clock, or moves it forward. */
export async function clock(call: Call): Promise<void> {
  const [advance] = call.positionals;
  const ponte = await connectToTest(call);
  const path = '/v1/sandbox/clock';
  const { body } = await ponte.request<object>(
    advance === undefined
      ? { method: 'GET', path }
      : { method: 'POST', path, body: { advance: durationOf(advance) } },
  );
  call.printer.answer(body, columns(Object.entries(body)));
}

/** In the gateway's format; `20m` and the like are converted. */
function durationOf(text: string): string {
  const [, count = '', unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? [];
  if (count === '' && /^P./.test(text)) return text;
  if (count === '') {
    throw new UsageError({
      pt: `${text} não é uma duração: diga como 20m, 12h, 3d ou PT1H30M.`,
      en: `${text} is not a duration: say it like 20m, 12h, 3d or PT1H30M.`,
    });
  }
  return unit === 'd' ? `P${count}D` : `PT${count}${unit.toUpperCase()}`;
}

async function connectToTest(call: Call): Promise<Ponte> {
  const access = await accessOf(call);
  if (modeOf(access.apiKey) === 'live') throw new CliError('live_key', ONLY_TEST);
  return open(access, call.terminal.config);
}

const ONLY_TEST = {
  pt: 'O sandbox existe só em modo de teste: use uma chave pt_test_.',
  en: 'The sandbox exists in test mode only: use a pt_test_ key.',
};
