import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DisputeBadge, useReversalsSearch } from '../reversals/dispute-badge.tsx';
import { useMay, useMe, useMembership } from '../api/me.ts';
import { Icon } from '../ui/icons.tsx';
import { RequestBadge } from '../withdrawal-requests/request-badge.tsx';
import { useWords } from '../words/use-words.ts';
import { isShown, MENU, OPERATOR_MENU } from './menu.ts';
import { words } from './words.ts';

export function SideMenu(): ReactNode {
  const { accountId } = useParams({ strict: false });
  return (
    <div className="shell-menu">{accountId === undefined ? <OutsideMenu /> : <TenantMenu />}</div>
  );
}

function TenantMenu(): ReactNode {
  const say = useWords(words);
  const may = useMay();
  const { accountId = '', mode = 'test' } = useParams({ strict: false });
  const reversalsSearch = useReversalsSearch();
  return MENU.map((group, at) => {
    const entries = group.entries.filter((entry) => isShown(entry, mode, may));
    if (entries.length === 0) return null;
    const title = 'title' in group ? say.groups[group.title] : undefined;
    return (
      <div key={at} role={title && 'group'} aria-label={title}>
        {title !== undefined && <p aria-hidden="true">{title}</p>}
        <ul>
          {entries.map(({ name, icon }) => (
            <li key={name}>
              <Link
                to={`/$accountId/$mode/${name}`}
                params={{ accountId, mode }}
                search={name === 'alerts' ? reversalsSearch : {}}
                activeOptions={{ includeSearch: false }}
              >
                <Icon name={icon} />
                {say.entries[name]}
                {name === 'alerts' && <DisputeBadge />}
                {name === 'withdrawal-requests' && <RequestBadge />}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

/** On pages that belong to no account. */
function OutsideMenu(): ReactNode {
  const say = useWords(words);
  const { user, memberships } = useMe();
  const membership = useMembership() ?? memberships[0];
  return (
    <>
      <ul>
        {membership !== undefined && (
          <li>
            <Link to="/">
              <Icon name="back" />
              {say.dashboard}
            </Link>
          </li>
        )}
        <li>
          <Link to="/user">
            <Icon name="user" />
            {say.profile}
          </Link>
        </li>
      </ul>
      {user.isOperator && (
        <div role="group" aria-label={say.operator}>
          <p aria-hidden="true">{say.operator}</p>
          <ul>
            {OPERATOR_MENU.map(({ name, icon }) => (
              <li key={name}>
                <Link to={`/operator/${name}`}>
                  <Icon name={icon} />
                  {say.entries[name]}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
