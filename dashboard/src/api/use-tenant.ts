import { useParams } from '@tanstack/react-router';

export type Mode = 'test' | 'live';

export interface Tenant {
  readonly accountId: string;
  readonly mode: Mode;
}

/** Which account, in which mode: the address of the page says so, and nothing else does. */
export function useTenant(): Tenant {
  const { accountId, mode } = useParams({ strict: false });
  if (accountId === undefined) throw new Error('this page belongs to no account');
  return { accountId, mode: mode === 'live' ? 'live' : 'test' };
}
