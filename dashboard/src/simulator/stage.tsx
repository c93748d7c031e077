import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFilters } from '../ui/filters.tsx';
import { OperationList, type OperationListProps } from './operation-list.tsx';
import { readSimulatorSearch } from './search.ts';

interface StageProps extends Omit<OperationListProps, 'chosen' | 'onChoose'> {
  /** What to do while none is chosen. */
  hint: string;
  create: (onCreated: (id: string) => void) => ReactNode;
  detail: (id: string) => ReactNode;
}

/** What exists on the left, what can be done to it on the right; stacked on phones. */
export function Stage({ hint, create, detail, ...list }: StageProps): ReactNode {
  const [{ id }, change] = useFilters(readSimulatorSearch);
  const choose = (chosen: string) => change({ id: chosen }, 'replace');
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <Stack gap="md">
        {create(choose)}
        <OperationList {...list} chosen={id} onChoose={choose} />
      </Stack>
      <Stack gap="md">{id === undefined ? <Text c="dimmed">{hint}</Text> : detail(id)}</Stack>
    </SimpleGrid>
  );
}
