import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTenant } from '../api/use-tenant.ts';

interface ResourceLinkProps {
  id: string;
  /** Shown if it is neither a charge nor a withdrawal. */
  children: ReactNode;
}

/** The id of a charge or withdrawal, which leads to it. */
export function ResourceLink({ id, children }: ResourceLinkProps): ReactNode {
  const params = { ...useTenant(), id };
  if (!/^(?:dep|wdr)_/.test(id)) return children;
  const section = id.startsWith('dep_') ? 'deposits' : 'withdrawals';
  return (
    <Link to={`/$accountId/$mode/${section}/$id`} params={params} className="ui-mono">
      {id}
    </Link>
  );
}
