import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { meQuery } from '../api/me.ts';
import { useSaveLanguage } from '../api/use-save-language.ts';
import { useFailureText } from '../ui/failure.tsx';
import { Icon } from '../ui/icons.tsx';
import { toast } from '../ui/toast.tsx';
import { languageTag, setLanguage, useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

/** The name is the same in every language. */
const NAME = 'Ponte';

export function Brand(): ReactNode {
  return (
    <Link to="/" className="shell-brand">
      <svg aria-hidden="true" viewBox="0 0 32 32" width="28" height="28">
        <rect width="32" height="32" rx="7" fill="#0b6563" />
        <path
          d="M4 21h24M7 21v4M25 21v4M6 21c3-9 17-9 20 0M11 21v-5M16 21v-7M21 21v-5"
          fill="none"
          stroke="#fff"
          strokeWidth="2.2"
          strokeLinecap="round"
        />
      </svg>
      <span>{NAME}</span>
    </Link>
  );
}

export function ThemeButton(): ReactNode {
  const say = useWords(words);
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  return (
    <ActionIcon
      size="lg"
      variant="subtle"
      color="gray"
      aria-label={isDark ? say.light : say.dark}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <Icon name={isDark ? 'sun' : 'moon'} />
    </ActionIcon>
  );
}

/** Labelled in the language that it switches to; also updates the profile of a signed-in user. */
export function LanguageButton(): ReactNode {
  const say = useWords(words);
  const client = useQueryClient();
  const failureText = useFailureText();
  const other = useLanguage() === 'pt' ? 'en' : 'pt';
  const save = useSaveLanguage((error) => toast.failure(failureText(error)));
  const change = () => {
    setLanguage(other);
    if (client.getQueryData(meQuery.queryKey) !== undefined) save.mutate(other);
  };
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-md"
      lang={languageTag(other)}
      onClick={change}
    >
      {say.language}
    </Button>
  );
}
