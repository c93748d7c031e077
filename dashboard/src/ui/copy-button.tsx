import { ActionIcon, Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useWords } from '../words/use-words.ts';
import { Icon } from './icons.tsx';
import { announce, toast } from './toast.tsx';
import { words } from './words.ts';

interface CopyButtonProps {
  value: string;
  /** What is copied, "endereço"; a button that is only an icon is named "Copiar endereço". */
  label?: string;
  compact?: boolean;
  variant?: 'filled' | 'default' | 'light';
  onCopied?: () => void;
}

export function CopyButton(props: CopyButtonProps): ReactNode {
  const { value, label, compact = false, variant = 'default', onCopied } = props;
  const say = useWords(words);
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 4_000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      announce(say.copied);
      onCopied?.();
    } catch {
      toast.failure(say.couldNotCopy);
    }
  };
  const icon = <Icon name={copied ? 'check' : 'copy'} size={16} />;
  if (compact) {
    const name = label === undefined ? say.copy : `${say.copy}: ${label}`;
    return (
      <ActionIcon variant="subtle" color="gray" aria-label={name} onClick={() => void copy()}>
        {icon}
      </ActionIcon>
    );
  }
  return (
    <Button variant={variant} leftSection={icon} onClick={() => void copy()}>
      {copied ? say.copied : (label ?? say.copy)}
    </Button>
  );
}
