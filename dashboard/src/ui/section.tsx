import { Group, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  /** One sentence below the title. */
  about?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

/** A part of a page with a heading of its own, in a frame. */
export function Section({ title, about, actions, children }: SectionProps): ReactNode {
  const id = useId();
  return (
    <Paper component="section" withBorder mb="md" className="ui-section" aria-labelledby={id}>
      <Group justify="space-between" align="flex-start" gap="sm" mb={children ? 'sm' : 0}>
        <div className="ui-section-head">
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {about !== undefined && (
            <Text c="dimmed" size="sm" mt={4} component="div">
              {about}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Paper>
  );
}
