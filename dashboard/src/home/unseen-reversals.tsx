import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ReversalCount } from '../api/operations.ts';
import { useTenantQuery } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { UnseenTags } from '../reversals/unseen-tags.tsx';
import { Answer } from '../ui/answer.tsx';
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
        {(counts) => <Counts counts={counts} />}
      </Answer>
    </section>
  );
}

function Counts({ counts }: { counts: ReversalCount }): ReactNode {
  const say = useWords(words).reversals;
  const params = useTenant();
  const { med, estorno } = counts;
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
        <UnseenTags counts={counts} say={say} />
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
