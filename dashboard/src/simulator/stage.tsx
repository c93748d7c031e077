import { SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

/** What exists on the left, what can be done to it on the right; stacked on phones. */
export function Stage({ left, right }: { left: ReactNode; right: ReactNode }): ReactNode {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <Stack gap="md">{left}</Stack>
      <Stack gap="md">{right}</Stack>
    </SimpleGrid>
  );
}
