import { Group, Title } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '../words/use-words.ts';
import { useDocumentTitle } from './document-title.ts';
import { words } from './words.ts';

interface Crumb {
  readonly label: string;
  readonly link: LinkProps;
}

interface PageProps {
  title: string;
  actions?: ReactNode;
  /** The pages above this one, on detail pages. */
  crumbs?: readonly Crumb[];
  children: ReactNode;
}

let isFirst = true;

/** One per screen: its h1, which takes the focus after navigating by one of our links. */
export function Page({ title, actions, crumbs, children }: PageProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const say = useWords(words);

  useDocumentTitle('page', title);
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);

  return (
    <>
      {crumbs !== undefined && (
        <nav aria-label={say.breadcrumbs} className="ui-crumbs">
          <ol>
            {crumbs.map(({ label, link }) => (
              <li key={label}>
                <Link {...link}>{label}</Link>
              </li>
            ))}
            <li aria-current="page">{title}</li>
          </ol>
        </nav>
      )}
      <Group justify="space-between" mb="md" gap="sm">
        <Title order={1} size="h2" ref={heading} tabIndex={-1} className="ui-heading">
          {title}
        </Title>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </>
  );
}
