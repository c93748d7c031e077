import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ReversalCount } from '../api/operations.ts';
import { useTenantQuery } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { Answer } from '../ui/answer.tsx';
import { Tag } from '../ui/status.tsx';
import { useWords } from '../words/use-words.ts';
import style from './home.module.css';
import { words } from './words.ts';

export function UnseenReversals(): ReactNode {
  const say = useWords(words).reversals;
  const query = useTenantQuery('countAlerts', { everyMs: 30_000 });
  return (
    <section className={style['card']} aria-label={say.title}>
      <Title order={2} size="h4" mb="xs">
        {say.title}
      </Title>
      <Answer query={query} failed={say.failed} waiting={<Skeleton height="2.25rem" />}>
        {(counts) => <Counts {...counts} />}
      </Answer>
    </section>
  );
}

function Counts({ med, estorno }: ReversalCount): ReactNode {
  const say = useWords(words).reversals;
  const params = useTenant();
  if (med + estorno === 0) {
    return (
      <Text c="dimmed" mih="2.25rem">
        {say.none}
      </Text>
    );
  }
  return (
    <Group gap="sm">
      <Group gap="xs">
        {med > 0 && (
          <div>
            <Tag tone="danger" icon="alert">
              {say.med({ count: med })}
            </Tag>
          </div>
        )}
        {estorno > 0 && (
          <div>
            <Tag tone="warn" icon="returned">
              {say.estorno({ count: estorno })}
            </Tag>
          </div>
        )}
      </Group>
      <Button
        size="sm"
        variant="default"
        renderRoot={(props) => (
          <Link
            to="/$accountId/$mode/alerts"
            params={params}
            // Those that have a deadline first.
            search={med > 0 ? { tipo: 'med' } : {}}
            {...props}
          />
        )}
      >
        {say.see}
      </Button>
    </Group>
  );
}
