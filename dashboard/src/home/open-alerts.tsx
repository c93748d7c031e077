import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTenantQuery } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { Failure } from '../ui/failure.tsx';
import { Tag } from '../ui/status.tsx';
import { useWords } from '../words/use-words.ts';
import style from './home.module.css';
import { words } from './words.ts';

export function OpenAlerts(): ReactNode {
  const say = useWords(words).alerts;
  return (
    <section className={style['card']} aria-label={say.title}>
      <Title order={2} size="h4" mb="xs">
        {say.title}
      </Title>
      <Counts />
    </section>
  );
}

function Counts(): ReactNode {
  const say = useWords(words).alerts;
  const params = useTenant();
  const { data, error, refetch } = useTenantQuery('countAlerts', { everyMs: 30_000 });
  if (data === undefined && error !== null) {
    return <Failure error={error} what={say.failed} retry={() => void refetch()} />;
  }
  if (data === undefined) return <Skeleton height="2.25rem" />;
  if (data.med + data.estorno === 0) {
    return (
      <Text c="dimmed" mih="2.25rem">
        {say.none}
      </Text>
    );
  }
  return (
    <Group gap="sm">
      {data.med > 0 && (
        <Tag tone="danger" icon="alert">
          {say.med({ count: data.med })}
        </Tag>
      )}
      {data.estorno > 0 && (
        <Tag tone="warn" icon="returned">
          {say.estorno({ count: data.estorno })}
        </Tag>
      )}
      <Button
        size="sm"
        variant="default"
        renderRoot={(props) => (
          <Link
            to="/$accountId/$mode/alerts"
            params={params}
            // Those that have a deadline first.
            search={data.med > 0 ? { tipo: 'med' } : {}}
            {...props}
          />
        )}
      >
        {say.see}
      </Button>
    </Group>
  );
}
