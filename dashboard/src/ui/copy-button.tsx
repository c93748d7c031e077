import { ActionIcon, Button } from '@mantine/core';
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { useWords } from '../words/use-words.ts';
import { copyText } from './copy-text.ts';
import { Icon } from './icons.tsx';
import { announce, toast } from './toast.tsx';
import { words } from './words.ts';

interface CopyButtonProps {
  value: string;
  /** What is copied, "endereço"; an icon-only button is named "Copiar endereço". */
  label?: string;
  compact?: boolean;
  size?: 'md' | 'lg';
  /** What sets a button with a label apart from others with the same: it contains the label. */
  name?: string;
  variant?: 'filled' | 'default' | 'light';
  onCopied?: () => void;
}

export function CopyButton(props: CopyButtonProps): ReactNode {
  const { value, label, compact = false, size = 'md', variant = 'default', name, onCopied } = props;
  const say = useWords(words);
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 4_000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (!(await copyText(value, currentTarget))) return toast.failure(say.couldNotCopy);
    setCopied(true);
    announce(say.copied);
    onCopied?.();
  };
  const icon = <Icon name={copied ? 'check' : 'copy'} size={16} />;
  if (compact) {
    const named = label === undefined ? say.copy : `${say.copy}: ${label}`;
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={size}
        aria-label={named}
        title={named}
        onClick={(event) => void copy(event)}
      >
        {icon}
      </ActionIcon>
    );
  }
  return (
    <Button
      variant={variant}
      leftSection={icon}
      aria-label={copied ? undefined : name}
      onClick={(event) => void copy(event)}
    >
      {copied ? say.copied : (label ?? say.copy)}
    </Button>
  );
}
