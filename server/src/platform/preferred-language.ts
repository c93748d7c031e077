import type { FastifyRequest } from 'fastify';
import type { Language } from '../refusals.ts';

/**
 * Portuguese, unless the client prefers English. Of two that weigh the same the first is preferred:
 * some clients send their own language and `*` without weights.
 */
export function preferredLanguage({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const header = headers['accept-language'] ?? '';
  const weights = new Map<string, number>();
  for (const part of header.slice(0, 500).split(',')) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
    const quality = Number(/^\s*q=([\d.]+)\s*$/.exec(parameters[0] ?? '')?.[1] ?? 1);
    const language = range.trim().split('-')[0] ?? '';
    weights.set(language, Math.max(weights.get(language) ?? 0, quality));
  }
  const rival = weights.has('pt') ? 'pt' : '*';
  const [english = 0, other = 0] = [weights.get('en'), weights.get(rival)];
  const first = [...weights.keys()].find((language) => language === 'en' || language === rival);
  return english > other || (english > 0 && english === other && first === 'en') ? 'en' : 'pt';
}
