import { isPathPart } from '../request.ts';
import { accessOf, modeOf, open, type Ponte } from './connect.ts';
import { columns } from './print.ts';
import type { Call } from './verb.ts';
import { CliError, UsageError, type Words } from './words.ts';

/** What is to be seen of an order, one after the other. */
interface Stage {
  /** How far the clock has to be put forward first; null where it comes by itself. */
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

/** Has one case happen in the sandbox, or shows which there are. */
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
  const { body } = await ponte.request<Run>({ method: 'POST', path });
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

/** Shows the clock of the sandbox, or puts it forward. */
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

/** As the gateway reads durations; `20m` and its like are meant as people say them. */
function durationOf(text: string): string {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count === '') return text;
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
