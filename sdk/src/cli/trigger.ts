import { isPonteError, type SandboxStage } from '../index.ts';
import { isPathPart } from '../request.ts';
import { accessOf, modeOf, open, type Ponte } from './connect.ts';
import { columns } from './print.ts';
import type { Call } from './verb.ts';
import { CliError, UsageError } from './words.ts';

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
  const run = await ponte.sandbox.cases.run(name).catch((error: unknown) => {
    throw isPonteError(error) && error.code === 'not_found' ? noSuchCase(name) : error;
  });
  const { say } = printer;
  const answers = run.answers.map(({ status, error }) => `${String(status)} ${error ?? ''}`.trim());
  const rows: [string, string | null][] = [
    [say({ pt: 'caso', en: 'case' }), run.case],
    [run.operation, run.id],
    [say({ pt: 'respostas', en: 'answers' }), answers.join(', ')],
    ...run.stages.map((stage): [string, string] => [
      say({ pt: 'espere', en: 'expect' }),
      expectation(stage),
    ]),
  ];
  printer.answer(run, columns(rows));
}

function noSuchCase(name: string): CliError {
  return new CliError('not_found', {
    pt: `Não há um caso ${name}; ponte trigger --list mostra todos.`,
    en: `There is no case ${name}; ponte trigger --list shows all.`,
  });
}

function expectation({ after, status, events }: SandboxStage): string {
  const clock = after === null ? '' : ` (ponte clock ${after})`;
  return [status, ...events].join(', ') + clock;
}

async function list({ printer }: Call, ponte: Ponte): Promise<void> {
  const { cases } = await ponte.sandbox.cases.list();
  const width = Math.max(0, ...cases.map(({ name }) => name.length));
  for (const one of cases) {
    printer.answer(one, `${one.name.padEnd(width)}  ${printer.say(one.description)}`);
  }
}

/** Shows the sandbox's clock, or moves it forward. */
export async function clock(call: Call): Promise<void> {
  const [advance] = call.positionals;
  const { sandbox } = await connectToTest(call);
  const shown =
    advance === undefined
      ? await sandbox.clock.read()
      : await sandbox.clock.advance({ advance: durationOf(advance) });
  call.printer.answer(shown, columns(Object.entries(shown)));
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
