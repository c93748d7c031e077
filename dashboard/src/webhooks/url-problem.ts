type UrlProblem = 'missing' | 'notUrl';

/** What can be told while typing; whether the address may be used only the server says. */
export function urlProblem(typed: string): UrlProblem | undefined {
  const text = typed.trim();
  if (text === '') return 'missing';
  if (!URL.canParse(text)) return 'notUrl';
  const { protocol, hostname } = new URL(text);
  return /^https?:$/.test(protocol) && hostname !== '' ? undefined : 'notUrl';
}
