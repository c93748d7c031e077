/**
 * One simulated world: time, randomness, processes that die, and everything awaited as a step that
 * the schedule may take next.
 */
import { type Random, seededRandom } from '../kill/random.ts';
import { enter } from './surroundings.ts';
import { type Transaction, Waiting } from './memory/database.ts';

export interface Process {
  readonly name: string;
  alive: boolean;
  /** The error of its wall clock. */
  skewMs: number;
}

/** Something that is awaited, and what happens when its turn comes. */
interface Step {
  readonly process: Process;
  readonly label: string;
  readonly take: () => void;
  /** The transaction whose end it awaits before it can be tried again. */
  holder: Transaction | undefined;
}

interface Alarm {
  atMs: number;
  readonly everyMs: number | undefined;
  readonly process: Process;
  readonly fire: () => void;
}

export interface World {
  readonly seed: number;
  readonly random: Random;
  /** Shown by no clock: how long the world has existed. */
  elapsedMs: number;
  databaseSkewMs: number;
  steps: Step[];
  alarms: Alarm[];
  taken: number;
  /** What happened, one line per step, if wanted. */
  readonly trace: string[] | undefined;
  readonly place: (process: Process) => void;
}

/** Not near the turn of a day, an hour or ten seconds. */
const BEGAN_AT = Date.UTC(2026, 10, 20, 12, 34, 56, 789);
export const nobody: Process = { name: 'world', alive: true, skewMs: 0 };

export function openWorld(seed: number, traced: boolean): World {
  const random = seededRandom(seed);
  const places = new WeakMap<Process, Parameters<typeof enter>[0]>();
  const world: World = {
    seed,
    random,
    elapsedMs: 0,
    databaseSkewMs: 0,
    steps: [],
    alarms: [],
    taken: 0,
    trace: traced ? [] : undefined,
    place: (process) => {
      const known = places.get(process) ?? placeOf(world, process);
      places.set(process, known);
      enter(known);
    },
  };
  return world;
}

function placeOf(world: World, process: Process): NonNullable<Parameters<typeof enter>[0]> {
  return {
    random: world.random,
    wallMs: () => BEGAN_AT + world.elapsedMs + process.skewMs,
    monotonicMs: () => world.elapsedMs,
    after: (ms, fire, everyMs) => {
      const alarm = { atMs: world.elapsedMs + ms, everyMs, process, fire };
      world.alarms.push(alarm);
      return () => {
        world.alarms = world.alarms.filter((one) => one !== alarm);
      };
    },
  };
}

export function databaseNow(world: World): Date {
  return new Date(BEGAN_AT + world.elapsedMs + world.databaseSkewMs);
}

/** The provider's own clock, which is never wrong. */
export function trueNow(world: World): Date {
  return new Date(BEGAN_AT + world.elapsedMs);
}

export function note(world: World, process: Process, text: string): void {
  world.trace?.push(`${String(world.taken)} ${String(world.elapsedMs)}ms ${process.name}: ${text}`);
}

/** Waits for its turn, then does `act`, and continues with its result. */
export function moment<Result>(
  world: World,
  process: Process,
  label: string,
  act: () => Result,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const step: Step = {
      process,
      label,
      holder: undefined,
      take: () => {
        try {
          const result = act();
          note(world, process, label);
          resolve(result);
        } catch (error) {
          if (!(error instanceof Waiting)) {
            note(world, process, `${label} fails: ${String(error)}`);
            // The caller gets whatever was thrown, of any type.
            reject(error as Error);
            return;
          }
          note(world, process, `${label} waits`);
          step.holder = error.holder;
          world.steps.push(step);
        }
      },
    };
    world.steps.push(step);
  });
}

function isReady(step: Step): boolean {
  return step.holder === undefined || step.holder.state === 'ended';
}

/** Takes one of the possible steps. @returns false if there is none */
export async function takeStep(world: World): Promise<boolean> {
  ring(world);
  const ready = world.steps.filter(isReady);
  const step = ready[world.random.integer(0, ready.length - 1)];
  if (!step) return false;
  world.steps.splice(world.steps.indexOf(step), 1);
  world.taken += 1;
  world.place(step.process);
  step.take();
  await everythingElse();
  return true;
}

/** Timers that are due become steps. */
function ring(world: World): void {
  const due = world.alarms.filter(({ atMs }) => atMs <= world.elapsedMs);
  if (due.length === 0) return;
  for (const alarm of due) {
    const { process, fire, everyMs } = alarm;
    world.steps.push({ process, label: 'alarm', take: fire, holder: undefined });
    if (everyMs !== undefined) alarm.atMs = world.elapsedMs + everyMs;
  }
  world.alarms = world.alarms.filter(({ atMs }) => atMs > world.elapsedMs);
}

/** Does `work` in the process's context, and lets it get as far as it can by itself. */
export async function within(world: World, process: Process, work: () => void): Promise<void> {
  world.place(process);
  work();
  await everythingElse();
}

/** Promises run first: when this resolves, everything that could continue has. */
function everythingElse(): Promise<void> {
  return new Promise((resolve) => {
    globalThis.setImmediate(resolve);
  });
}

/** Nothing that it waits for comes any more. */
export function forget(world: World, process: Process): void {
  process.alive = false;
  world.steps = world.steps.filter((step) => step.process !== process);
  world.alarms = world.alarms.filter((alarm) => alarm.process !== process);
}

/** When the next timer fires, in the world's own time. */
export function nextAlarmMs(world: World): number {
  return Math.min(...world.alarms.map(({ atMs }) => atMs));
}
