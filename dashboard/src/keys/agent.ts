import { amountProblem, type AmountProblem, readAmount } from '../amounts/amount.ts';
import type { ApiKeyOrder } from '../api/operations.ts';
import type { Language } from '../words/language.ts';

/** What the form asks about who will hold the key. */
export interface AgentValues {
  holder: 'program' | 'agent';
  /** Whether it may do more than read. */
  orders: boolean;
  perCall: string;
  perDay: string;
}

export const PROGRAM: AgentValues = { holder: 'program', orders: false, perCall: '', perDay: '' };

const MAX_PER_DAY = 100_000_000;

/** The part of the order that makes it an agent's key; empty for a program's. */
export function agentOf(values: AgentValues, language: Language): Pick<ApiKeyOrder, 'agent'> {
  const { holder, orders, perCall, perDay } = values;
  if (holder === 'program') return {};
  if (!orders) return { agent: { caps: null } };
  const perCallCents = readAmount(perCall, language) ?? 0;
  return { agent: { caps: { perCallCents, perDayCents: readAmount(perDay, language) ?? 0 } } };
}

type CapProblem = AmountProblem | 'lessThanCall' | 'tooMuch';

export function callProblem(values: AgentValues, language: Language): CapProblem | undefined {
  return isAsked(values) ? amountProblem(values.perCall, language) : undefined;
}

/** A daily cap below the cap per call would make the latter a lie. */
export function dayProblem(values: AgentValues, language: Language): CapProblem | undefined {
  if (!isAsked(values)) return undefined;
  const problem = amountProblem(values.perDay, language);
  if (problem === 'missing' || problem === 'unreadable') return problem;
  // An amount beyond those that can be computed with, too.
  const cents = readAmount(values.perDay, language) ?? Infinity;
  if (cents > MAX_PER_DAY) return 'tooMuch';
  return cents < (readAmount(values.perCall, language) ?? 0) ? 'lessThanCall' : undefined;
}

function isAsked({ holder, orders }: AgentValues): boolean {
  return holder === 'agent' && orders;
}
