import { useParams } from '@tanstack/react-router';

export type Mode = 'test' | 'live';

export interface Tenant {
  readonly accountId: string;
  readonly mode: Mode;
}

/** Account and mode, which come from the page's address and nowhere else. */
export function useTenant(): Tenant {
  const { accountId, mode } = useParams({ strict: false });
  if (accountId === undefined) throw new Error('this page belongs to no account');
  return { accountId, mode: mode === 'live' ? 'live' : 'test' };
}
