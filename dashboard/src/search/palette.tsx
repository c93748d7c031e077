import { Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react';
import { useTenantQuery } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { Failure } from '../ui/failure.tsx';
import { lengthOf, TextField } from '../ui/text-field.tsx';
import { useWords } from '../words/use-words.ts';
import { type Choice, choiceOf, groupsOf } from './choice.ts';
import { findPages } from './find-pages.ts';
import style from './palette.module.css';
import { Results } from './results.tsx';
import { usePages } from './use-pages.ts';
import { words } from './words.ts';

const MAX_LENGTH = 128;
const WAIT_MS = 250;

interface PaletteProps {
  typed: string;
  onType: (typed: string) => void;
  onDone: () => void;
}

/** Finds a thing by its code and a screen by its name. What is typed never enters an address. */
export function Palette({ typed, onType, onDone }: PaletteProps): ReactNode {
  const say = useWords(words);
  const id = useId();
  const navigate = useNavigate();
  // Nothing has a name this long, and its beginning may be that of something else.
  const text = lengthOf(typed) > MAX_LENGTH ? '' : typed.trim();
  const found = useFound(text);
  const { choices } = found;
  const open = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    onDone();
    void navigate({ search: {}, ...choice.link });
  };
  const openOnceFound = useOpenOnceFound(text, found, open);
  const { present, point, onKeyDown } = useChosen(choices, (choice) => {
    if (choice === undefined) openOnceFound(text);
    else open(choice);
  });
  return (
    <Stack gap="sm">
      <TextField
        label={say.label}
        placeholder={say.example}
        type="search"
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-results`}
        aria-autocomplete="list"
        aria-activedescendant={present && `${id}-${present.id}`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        most={MAX_LENGTH}
        data-autofocus
        autoFocus
        value={typed}
        onChange={(event) => {
          onType(event.currentTarget.value);
          point(undefined);
          openOnceFound(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      {found.error !== null && (
        <Failure error={found.error} what={say.failed} retry={found.retry} />
      )}
      <Results
        id={id}
        groups={groupsOf(choices)}
        presentId={present?.id}
        onPoint={point}
        onChoose={open}
      />
      <SearchStatus found={found} text={text} />
    </Stack>
  );
}

function SearchStatus({
  found,
  text,
}: {
  found: ReturnType<typeof useFound>;
  text: string;
}): ReactNode {
  const say = useWords(words);
  const { choices, isSearching, isOver } = found;
  return (
    <>
      <Text aria-live="polite" size="sm" c="dimmed">
        {isSearching && say.searching}
        {isOver && choices.length === 0 && say.nothing({ text })}
        {isOver && choices.length > 0 && say.found({ count: choices.length })}
      </Text>
      <Text size="sm" c="dimmed">
        {text === '' ? say.hint : <span className={style['keys']}>{say.keys}</span>}
      </Text>
    </>
  );
}

/** People press Enter before the results have arrived, for instance after pasting a code. */
function useOpenOnceFound(
  text: string,
  { isOver, choices }: ReturnType<typeof useFound>,
  open: (choice: Choice | undefined) => void,
): (text: string | undefined) => void {
  const [awaited, setAwaited] = useState<string>();
  const openFirst = useEffectEvent(() => open(choices[0]));
  useEffect(() => {
    if (isOver && awaited === text) openFirst();
  }, [isOver, awaited, text]);
  return setAwaited;
}

/** The line that Enter opens: the first, until the arrow keys or the pointer choose another. */
function useChosen(choices: readonly Choice[], open: (choice: Choice | undefined) => void) {
  const [chosen, point] = useState<Choice>();
  const at = Math.max(
    0,
    choices.findIndex(({ id }) => id === chosen?.id),
  );
  const present = choices[at];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) open(present);
    else if (step === undefined || choices.length === 0) return;
    else point(choices[(at + step + choices.length) % choices.length]);
    event.preventDefault();
  };
  return { present, point, onKeyDown };
}

/** What the server has under that name, and the screens that match. */
function useFound(text: string) {
  const tenant = useTenant();
  const pages = findPages(usePages(), text);
  const [query] = useDebouncedValue(text, WAIT_MS);
  const { data, error, isFetching, isPlaceholderData, refetch } = useTenantQuery('search', {
    query: { q: query },
    enabled: query !== '',
  });
  const isAnswered = query !== '' && query === text && !isPlaceholderData;
  const hits = isAnswered ? (data?.data ?? []) : [];
  return {
    choices: [...hits.map((hit) => choiceOf(hit, tenant)), ...pages],
    error: query === '' ? null : error,
    isSearching: text !== '' && (query !== text || isFetching),
    isOver: isAnswered && !isFetching && data !== undefined,
    retry: () => void refetch(),
  };
}
