import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMay } from '../api/me.ts';
import type { ApiKey } from '../api/operations.ts';
import { Empty } from '../ui/empty.tsx';
import { useFilters } from '../ui/filters.tsx';
import { Icon } from '../ui/icons.tsx';
import { List, useChangedRow } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { useTenantList } from '../ui/use-tenant-list.ts';
import { useWords } from '../words/use-words.ts';
import { ChangeCaps } from './change-caps.tsx';
import { useKeyColumns } from './key-columns.tsx';
import { NewKey } from './new-key.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { readKeysSearch } from './search.ts';
import { isShown } from './usage.ts';
import { words } from './words.ts';

export function Keys(): ReactNode {
  const say = useWords(words);
  const mayChange = useMay()('keys:manage');
  const [{ nova, escopo, para, cursor }, change] = useFilters(readKeysSearch);
  const list = useTenantList('listKeys', { query: { limit: 50 } });
  const [revoking, setRevoking] = useState<ApiKey>();
  const [changed, markChanged] = useChangedRow();
  const [capping, setCapping] = useState<ApiKey>();
  const mayCap = useMay()('agents:manage');
  const columns = useKeyColumns({
    revoke: mayChange ? setRevoking : undefined,
    changeCaps: mayCap ? setCapping : undefined,
  });
  const add = mayChange ? (
    <Button leftSection={<Icon name="plus" />} onClick={() => change({ nova: '1' }, 'replace')}>
      {say.add}
    </Button>
  ) : undefined;
  const shown = list.rows?.filter((key) => isShown(key));
  const isOnePage = cursor === undefined && list.nextCursor === null;
  // A page that has only keys revoked long ago shows them: saying that there are none would be
  // false.
  const rows = shown?.length === 0 && !isOnePage ? list.rows : shown;

  return (
    <Page title={say.title} actions={rows?.length ? add : undefined}>
      <List
        label={say.title}
        list={{ ...list, rows }}
        columns={columns}
        rowId={({ id }) => id}
        changed={changed}
        failed={say.failed}
        expected={3}
        empty={
          <Empty icon="key" action={add}>
            {mayChange ? say.empty : say.noneMay}
          </Empty>
        }
      />
      {mayChange && nova === '1' && (
        <NewKey
          missing={escopo}
          isForAgent={para === 'agente'}
          onMade={markChanged}
          onClose={() => change({ nova: undefined, escopo: undefined, para: undefined }, 'replace')}
        />
      )}
      {capping !== undefined && (
        <ChangeCaps
          apiKey={capping}
          onChanged={markChanged}
          onClose={() => setCapping(undefined)}
        />
      )}
      {revoking !== undefined && (
        <RevokeKey apiKey={revoking} onClose={() => setRevoking(undefined)} />
      )}
    </Page>
  );
}
