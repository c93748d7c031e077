import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { complianceRefusal, ProviderRefusal } from '../errors.ts';
import type { Fault } from '../faults/fault.ts';

const MAX_SILENCE_MS = 60_000;

/** Faults that leave nothing in the books. True when they answered the call. */
export function applyBeforeBooking(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  if (fault.kind === 'decline') throw complianceRefusal();
  if (fault.kind === 'status') {
    if (fault.message !== undefined) throw new ProviderRefusal(fault.status, fault.message);
    if (fault.retryAfterSeconds !== undefined) {
      void reply.header('retry-after', fault.retryAfterSeconds);
    }
    void reply.code(fault.status).send();
    return true;
  }
  if (fault.kind === 'lose-call') {
    reply.hijack();
    request.raw.socket.destroy();
    return true;
  }
  if (fault.kind !== 'timeout') return false;

  reply.hijack();
  const { socket } = request.raw;
  const timer = setTimeout(() => socket.destroy(), MAX_SILENCE_MS).unref();
  socket.once('close', () => clearTimeout(timer));
  return true;
}

/** Faults of a response whose effect is already in the books. True when they answered the call. */
export async function applyAfterBooking(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  if (fault.kind === 'delay') await pause(fault.ms, undefined, { ref: false });
  if (fault.kind === 'lose-answer') {
    reply.hijack();
    request.raw.socket.destroy();
    return true;
  }
  if (fault.kind !== 'garbage') return false;
  void reply.type('text/html').send('<!doctype html><title>Please wait</title>');
  return true;
}
