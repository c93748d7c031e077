import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMay } from '../api/me.ts';
import type { PaymentLink } from '../api/operations.ts';
import { Empty } from '../ui/empty.tsx';
import { useFilters } from '../ui/filters.tsx';
import { Icon } from '../ui/icons.tsx';
import { List, useChangedRow } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { useWords } from '../words/use-words.ts';
import { ChangeLink } from './change-link.tsx';
import { NewLink } from './new-link.tsx';
import { RemoveLink } from './remove-link.tsx';
import { readLinksSearch } from './search.ts';
import { useLinkColumns } from './use-link-columns.tsx';
import { useLinks } from './use-links.ts';
import { words } from './words.ts';

type Opened = { readonly act: 'change' | 'remove'; readonly link: PaymentLink };

export function Links(): ReactNode {
  const say = useWords(words);
  const mayChange = useMay()('links:manage');
  const [search, change] = useFilters(readLinksSearch);
  const list = useLinks(search);
  const [opened, setOpened] = useState<Opened>();
  const [changed, markChanged] = useChangedRow();
  const columns = useLinkColumns({
    mayChange,
    onChanged: markChanged,
    onChange: (link) => setOpened({ act: 'change', link }),
    onRemove: (link) => setOpened({ act: 'remove', link }),
  });
  const close = () => setOpened(undefined);
  const add = mayChange && (
    <Button leftSection={<Icon name="plus" />} onClick={() => change({ new: '1' }, 'replace')}>
      {say.add}
    </Button>
  );
  return (
    <Page title={say.title} actions={list.rows?.length ? add : undefined}>
      <List
        label={say.title}
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        changed={changed ?? search.link}
        failed={say.failed}
        expected={6}
        empty={
          <Empty icon="link" action={add}>
            {mayChange ? say.empty : say.emptyReadOnly}
          </Empty>
        }
      />
      {list.rows !== undefined && list.rows.length > 0 && (
        <Text size="sm" c="dimmed" mt="md">
          {say.note}
        </Text>
      )}
      {mayChange && search.new === '1' && (
        <NewLink onMade={markChanged} onClose={() => change({ new: undefined }, 'replace')} />
      )}
      {opened?.act === 'change' && (
        <ChangeLink link={opened.link} onChanged={markChanged} onClose={close} />
      )}
      {opened?.act === 'remove' && <RemoveLink link={opened.link} onClose={close} />}
    </Page>
  );
}
