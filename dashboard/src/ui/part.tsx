import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PartProps {
  title: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a page with a heading of its own, without a frame. */
export function Part({ title, className, children }: PartProps): ReactNode {
  return (
    <section aria-label={title} className={className}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </section>
  );
}
