import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { ChainSubject } from '../faults/fault.ts';
import { takeChainFault } from '../faults/store.ts';
import { readReceiver } from '../liquid-address.ts';
import { applyAfterBooking, applyBeforeBooking } from '../provider/misbehave.ts';

export const scriptHashOf = (script: string): string =>
  createHash('sha256').update(Buffer.from(script, 'hex')).digest('hex');

/** What a call is about, judging by the form of its parameter. */
export function chainSubjectOf(text: string): ChainSubject {
  const receiver = readReceiver(text);
  if (receiver) return `script ${scriptHashOf(receiver.script)}`;
  return text === 'tip' ? text : `tx ${text.toLowerCase()}`;
}

/** Applies the fault that was set for the call's subject. True when the fault answered the call. */
export async function applyChainFault(
  app: App,
  subject: ChainSubject,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const fault = await takeChainFault(app.db, subject);
  if (!fault) return false;
  return applyBeforeBooking(fault, request, reply) || applyAfterBooking(fault, request, reply);
}
