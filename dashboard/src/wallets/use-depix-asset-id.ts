import { useMe } from '../api/me.ts';
import { useTenant } from '../api/use-tenant.ts';

export function useDepixAssetId(): string | undefined {
  const { mode } = useTenant();
  return useMe().installation.depixAssetId?.[mode];
}
