import { visibleText } from '../words/plain-typed.ts';

/**
 * Whether what follows the @ is unlike the domains of most people: without a dot, or with one in
 * the wrong place. An installation may still have such addresses, so this is only worth a question.
 */
export function isOddDomain(email: string): boolean {
  const domain = visibleText(email).toLowerCase().split('@').pop() ?? '';
  return domain !== 'localhost' && !/^[^.]+(?:\.[^.]+)+$/.test(domain);
}
