import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useNow } from '../api/use-now.ts';
import { date, dayInBrasilia } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import {
  ANY_TIME,
  customPeriod,
  daysOf,
  lastInstant,
  PRESETS,
  readPeriod,
  withDay,
} from './period.ts';
import { withoutFilters } from './search-reader.ts';
import { words } from './words.ts';

/** `replace` replaces the entry that Back would lead to. */
export type How = 'push' | 'replace';

/**
 * The route's search, how to change a part of it, and what clears its filters, if it has any.
 * Changing a filter goes back to the first page.
 */
export function useFilters<S extends object>(read: (raw: Record<string, unknown>) => S) {
  const navigate = useNavigate();
  const search = read(useSearch({ strict: false }));
  const go = useCallback(
    (part: object, how: How = 'push') =>
      void navigate({
        to: '.',
        replace: how === 'replace',
        search: (old: object) => ({ ...old, cursor: undefined, ...part }),
      }),
    [navigate],
  );
  const change: (part: Partial<Record<keyof S, string | undefined>>, how?: How) => void = go;
  const cleared = withoutFilters(search);
  return [search, change, cleared && (() => go(cleared))] as const;
}

interface FiltersProps {
  children: ReactNode;
  /** If given, shows a button: something differs from the defaults. */
  onClear?: (() => void) | undefined;
}

export function Filters({ children, onClear }: FiltersProps): ReactNode {
  const say = useWords(words).filter;
  return (
    <Group role="search" aria-label={say.name} gap="sm" align="flex-end" mb="md">
      {children}
      {onClear !== undefined && (
        <Button variant="subtle" size="sm" onClick={onClear}>
          {say.clear}
        </Button>
      )}
    </Group>
  );
}

interface ChoiceFilterProps<T extends string> {
  label: string;
  options: readonly { readonly value: T; readonly label: string }[];
  value: T | undefined;
  onChange: (value: T | undefined) => void;
  /** Whether the label is feminine in Portuguese. */
  isFeminine?: boolean;
  /** Whether the options load later: then they do not widen it, and push nothing aside. */
  isReadLater?: boolean;
}

export function ChoiceFilter<T extends string>(props: ChoiceFilterProps<T>): ReactNode {
  const { label, options, value, onChange, isFeminine = false, isReadLater = false } = props;
  const say = useWords(words).filter;
  // An option that was deleted, or has not loaded yet, narrows the list all the same.
  const isKnown = value === undefined || options.some((option) => option.value === value);
  return (
    <NativeSelect
      size="sm"
      {...(isReadLater && { w: '12rem' })}
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange(options.find((option) => option.value === currentTarget.value)?.value)
      }
      data={[
        { value: '', label: isFeminine ? say.allFeminine : say.all },
        ...options,
        ...(isKnown ? [] : [{ value, label: value }]),
      ]}
    />
  );
}

interface TextFilterProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined, how: How) => void;
}

/** Applied a moment after the last key press, or at once with Enter. */
export function TextFilter({ label, value = '', onChange }: TextFilterProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  // Back undoes the whole typed text at once, not letter by letter.
  const [how, setHow] = useState<How>('push');
  if (seen !== value) {
    setSeen(value);
    // Our own change may arrive while more is typed; other changes replace the text.
    if (value !== sent) {
      setTyped(value);
      setSent(value);
      setHow('push');
    }
  }
  const send = () => {
    if (typed.trim() === value) return;
    setSent(typed.trim());
    setHow('replace');
    onChange(typed.trim() || undefined, how);
  };
  const sendLater = useEffectEvent(send);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => sendLater(), 300);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <TextInput
      size="sm"
      type="search"
      label={label}
      autoCapitalize="none"
      spellCheck={false}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => setHow('push')}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send();
      }}
    />
  );
}

interface PeriodFilterProps {
  value: string | undefined;
  /** The option that means no value in the address; choosing it removes the value. */
  fallback: string;
  onChange: (value: string | undefined) => void;
}

export function PeriodFilter({ value, fallback, onChange }: PeriodFilterProps): ReactNode {
  const language = useLanguage();
  const say = useWords(words).filter;
  const now = useNow();
  const present = value ?? fallback;
  const days = daysOf(present);
  const range = readPeriod(present, now);
  const names = [say.today, say.sevenDays, say.thirtyDays, say.month, say.lastMonth];
  const choose = (chosen: string) => {
    if (chosen !== 'custom') return onChange(chosen === fallback ? undefined : chosen);
    const first = range === undefined ? dayInBrasilia(now) : dayInBrasilia(Date.parse(range.from));
    onChange(customPeriod(first, dayInBrasilia(now)));
  };
  return (
    <>
      <NativeSelect
        size="sm"
        label={say.period}
        value={days === undefined ? present : 'custom'}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          ...(fallback === ANY_TIME ? [{ value: ANY_TIME, label: say.anyTime }] : []),
          ...PRESETS.map((preset, index) => ({ value: preset, label: names[index] ?? preset })),
          { value: 'custom', label: say.custom },
        ]}
      />
      {days !== undefined && <Days days={days} onChange={onChange} />}
      {days === undefined && range && (
        <span className="ui-on-paper">
          {date(range.from, language)} {say.to} {date(lastInstant(range, now), language)}
        </span>
      )}
    </>
  );
}

interface DaysProps {
  days: readonly [string, string];
  onChange: (value: string) => void;
}

function Days({ days, onChange }: DaysProps): ReactNode {
  const say = useWords(words).filter;
  const change = (end: 'first' | 'last') => (day: string) => {
    const period = withDay(days, end, day);
    if (period !== undefined) onChange(period);
  };
  return (
    <>
      <Day label={say.from} day={days[0]} onChange={change('first')} />
      <Day label={say.until} day={days[1]} onChange={change('last')} />
    </>
  );
}

interface DayProps {
  label: string;
  day: string;
  onChange: (day: string) => void;
}

/** Applied a moment after the last key press: on the way to the 25th it is the 2nd. */
function Day({ label, day, onChange }: DayProps): ReactNode {
  const [typed, setTyped] = useState<string>();
  const [seen, setSeen] = useState(day);
  if (seen !== day) {
    setSeen(day);
    setTyped(undefined);
  }
  const apply = () => {
    if (typed !== undefined && typed !== day) onChange(typed);
  };
  const applyLater = useEffectEvent(apply);
  useEffect(() => {
    const timer = setTimeout(() => applyLater(), 600);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      size="sm"
      type="date"
      label={label}
      value={typed ?? day}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        apply();
        setTyped(undefined);
      }}
    />
  );
}
