import { CLIENTS } from './api.ts';
import { machine } from './machine.ts';
import type { Rates, Rounds } from './run-rounds.ts';
import { runProgram } from './run-program.ts';
import type { Finding } from './scenario.ts';
import type { Server } from './stage.ts';
import { findingsTable, type Evaluation, ratesTable, ratiosTable } from './table.ts';

interface Run {
  readonly evaluated: readonly Evaluation[];
  readonly rates: Rates;
  readonly findings: readonly Finding[];
  readonly server: Server;
  readonly rounds: Omit<Rounds, 'say'>;
  /** What measured the database by itself. */
  readonly limit: string;
  /** How many deposits "many" means. */
  readonly rows: number;
  readonly minutes: number;
}

/** If the fastest round beat the slowest by more than this share, a run says little. */
const UNSTEADY = 0.3;

/** The tables and what a reader must know to judge them, for the screen and as a document. */
export async function describeRun(run: Run): Promise<{ text: string; markdown: string }> {
  const tables = [
    ...(run.evaluated.length === 0 ? [] : [ratiosTable(run.evaluated), ratesTable(run.rates)]),
    ...(run.findings.length === 0 ? [] : [findingsTable(run.findings)]),
  ];
  const facts = [...(await factsOf(run)), await commitAndDate(run.minutes), ...cautionsOf(run)];
  const body = [...tables, facts.map((fact) => `- ${fact}`).join('\n')].join('\n\n');
  return { text: `${body}\n`, markdown: `${HEAD}\n${body}\n\n${REPEAT}\n` };
}

const HEAD = `# Benchmarks

What \`npm run bench\` printed last, unchanged; it writes this file with \`-- --markdown BENCHMARKS.md\`.
Ratios compare what was measured in turn within one run. They say more than the figures under them, and
still something of the machine: one processor is kinder to a program, another to the database beside it.
The API, the worker, the database, the load and the stand-ins for provider and receivers share them.
`;

const REPEAT = `## How to repeat it

\`\`\`sh
npm ci
npm run bench
\`\`\`

It needs \`pgbench\`, which comes with Debian's package \`postgresql\`, and brings everything else.
\`-- --short\` takes a few minutes and says less, \`-- --only post,get\` measures some rows, and \`-- --gate\` ends with status 1 where one is missed. A wrong answer, a row too many or too
few, or a database that does not wait for its disk ends any run.`;

async function factsOf({ server, limit, rounds, rows }: Run): Promise<string[]> {
  const { flushes, commits } = await server.flushes();
  return [
    machine(),
    `PostgreSQL ${server.version}, embedded, as it is shipped; fsync, synchronous_commit and full_page_writes were on.`,
    `Its log was brought to the disk ${flushes.toFixed(0)} times, for ${commits.toFixed(0)} transactions that wrote or read.`,
    `L, L2 and R: ${limit}, one statement each.`,
    `API: ${String(CLIENTS)} keep-alive connections, 100 accounts; the provider is a stand-in that answers at once, over HTTP.`,
    `“Many” are ${rows.toLocaleString('en')} deposits.`,
    `${String(rounds.count)} rounds of ${String(rounds.seconds)} s for each, there and back; every answer checked, rows and charges counted.`,
    `Before them ${String(rounds.warmUp.count)} of ${String(rounds.warmUp.seconds)} s for each, which are not counted.`,
  ];
}

async function commitAndDate(minutes: number): Promise<string> {
  const git = async (...args: string[]): Promise<string> =>
    runProgram('git', args).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    );
  const commit = (await git('rev-parse', '--short=10', 'HEAD')) || 'unknown';
  const changed =
    (await git('status', '--porcelain', '--untracked-files=no')) === '' ? '' : ', changed since';
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
  return `Commit ${commit}${changed}; ${date} UTC; ${minutes.toFixed(1)} minutes.`;
}

function cautionsOf({ evaluated, rates, server }: Run): string[] {
  const limits = new Set(evaluated.map(({ row }) => row.beside));
  const unsteady = [...limits].flatMap((probe) => {
    const perRound = rates.get(probe) ?? [];
    const moved = Math.max(...perRound) / Math.min(...perRound) - 1;
    if (!(moved > UNSTEADY)) return [];
    return [`Caution: “${probe.what}” moved by ${(moved * 100).toFixed(0)} % between rounds.`];
  });
  return server.inMemory
    ? [
        ...unsteady,
        'Caution: the database lay in memory (tmpfs), where a commit waits for no disk.',
      ]
    : unsteady;
}
