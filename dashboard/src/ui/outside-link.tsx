import { ActionIcon, type ActionIconProps, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';
import { Icon, type IconName } from './icons.tsx';
import { words } from './words.ts';

/** No referrer also means no opener: the other page cannot reach this one. */
const NEW_TAB = { target: '_blank', rel: 'noreferrer' } as const;

interface OutsideLinkProps {
  href: string;
  iconSize?: number;
  children: string;
}

/** A link that leads out of the dashboard, in a new tab. */
export function OutsideLink({ href, iconSize = 14, children }: OutsideLinkProps): ReactNode {
  return (
    <a href={href} className="ui-outside" {...NEW_TAB}>
      <Icon name="external" size={iconSize} />
      {children}
      <NewTabHint />
    </a>
  );
}

interface OutsideButtonProps {
  href: string;
  icon: IconName;
  /** As that of a copy button. */
  name?: string;
  children: string;
}

/** The same, with the looks of a button. */
export function OutsideButton({ href, icon, name, children }: OutsideButtonProps): ReactNode {
  const { opensElsewhere } = useWords(words);
  return (
    <Button
      component="a"
      variant="default"
      href={href}
      leftSection={<Icon name={icon} />}
      aria-label={name === undefined ? undefined : `${name} ${opensElsewhere}`}
      {...NEW_TAB}
    >
      {children}
      <NewTabHint />
    </Button>
  );
}

interface OutsideIconProps extends ActionIconProps {
  href: string;
  icon: IconName;
  label: string;
}

/** The same, as an icon. */
export function OutsideIcon({ href, icon, label, ...look }: OutsideIconProps): ReactNode {
  const { opensElsewhere } = useWords(words);
  return (
    <ActionIcon
      component="a"
      href={href}
      aria-label={`${label} ${opensElsewhere}`}
      title={label}
      {...look}
      {...NEW_TAB}
    >
      <Icon name={icon} />
    </ActionIcon>
  );
}

/** Tells screen readers what others see by the new tab. */
function NewTabHint(): ReactNode {
  const { opensElsewhere } = useWords(words);
  return <span className="ui-unseen"> {opensElsewhere}</span>;
}
