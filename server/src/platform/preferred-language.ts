import type { FastifyRequest } from 'fastify';
import type { Language } from '../refusals.ts';

/** Portuguese, unless the client prefers English. */
export function preferredLanguage({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const header = headers['accept-language'] ?? '';
  const weights = new Map<string, number>();
  for (const part of header.slice(0, 500).split(',')) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
    const quality = Number(/^\s*q=([\d.]+)\s*$/.exec(parameters[0] ?? '')?.[1] ?? 1);
    const language = range.trim().split('-')[0] ?? '';
    weights.set(language, Math.max(weights.get(language) ?? 0, quality));
  }
  return (weights.get('en') ?? 0) > (weights.get('pt') ?? weights.get('*') ?? 0) ? 'en' : 'pt';
}
