import { SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

/** What there is at the left, what is done to it at the right; one above the other on phones. */
export function Stage({ left, right }: { left: ReactNode; right: ReactNode }): ReactNode {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <Stack gap="md">{left}</Stack>
      <Stack gap="md">{right}</Stack>
    </SimpleGrid>
  );
}
