import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiKey } from '../api/operations.ts';
import { useNow } from '../api/use-now.ts';
import { useTenant } from '../api/use-tenant.ts';
import { Ago } from '../ui/date-time.tsx';
import type { Column } from '../ui/list.tsx';
import { Tag } from '../ui/status.tsx';
import { date, dateTime, money, relative } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import styles from './key-columns.module.css';
import { presetOf } from './scopes.ts';
import { hasEnded, usageOf } from './usage.ts';
import { words } from './words.ts';

interface Acts {
  revoke: ((key: ApiKey) => void) | undefined;
  changeCaps: ((key: ApiKey) => void) | undefined;
}

export function useKeyColumns(acts: Acts): Column<ApiKey>[] {
  const say = useWords(words);
  const columns: Column<ApiKey>[] = [
    { name: 'name', title: say.name, cell: (key) => <Name apiKey={key} /> },
    { name: 'scopes', title: say.scopes, cell: (key) => <Scopes apiKey={key} /> },
    { name: 'used', title: say.lastUsed, cell: (key) => <LastUsed apiKey={key} /> },
    {
      name: 'created',
      title: say.created,
      cell: ({ createdAt, createdBy }) => (
        <Stack gap={0}>
          <Ago at={createdAt} clock="world" />
          <Text size="sm" c="dimmed" className={styles['maker']}>
            {createdBy === null ? say.byOperator : createdBy.email}
          </Text>
        </Stack>
      ),
    },
    { name: 'expires', title: say.expires, cell: (key) => <Expiry apiKey={key} /> },
  ];
  if (acts.revoke === undefined) return columns;
  const actions: Column<ApiKey> = {
    name: 'actions',
    title: say.actions,
    end: true,
    cell: (key) => (key.revokedAt === null ? <Buttons apiKey={key} {...acts} /> : '–'),
  };
  return [...columns, actions];
}

interface CellProps {
  apiKey: ApiKey;
}

function Buttons({ apiKey, revoke, changeCaps }: CellProps & Acts): ReactNode {
  const say = useWords(words);
  const name = apiKey.name || say.unnamed;
  return (
    <Group gap="xs" justify="flex-end">
      {apiKey.isAgent && changeCaps !== undefined && (
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={say.changeCapsOf({ name })}
          onClick={() => changeCaps(apiKey)}
        >
          {say.changeCaps}
        </Button>
      )}
      <Button
        variant="subtle"
        color="red"
        size="compact-md"
        aria-label={say.revokeNamed({ name })}
        onClick={() => revoke?.(apiKey)}
      >
        {say.revoke}
      </Button>
    </Group>
  );
}

function Name({ apiKey }: CellProps): ReactNode {
  const { name, mode, prefix, lastFour, revokedAt, isAgent } = apiKey;
  const say = useWords(words);
  return (
    <Stack gap={0}>
      <Group gap="xs">
        <strong className="ui-typed">{name || say.unnamed}</strong>
        {isAgent && (
          <Tag tone="info" icon="sparkle">
            {say.isAgent}
          </Tag>
        )}
        {revokedAt !== null && (
          <Tag tone="neutral" icon="close">
            {say.revoked}
          </Tag>
        )}
      </Group>
      {/* Leaves out the id in the middle; both ends together tell keys apart. */}
      <Text size="sm" c="dimmed" className="ui-mono">
        {`${prefix.slice(0, `pt_${mode}_`.length)}…${lastFour}`}
      </Text>
    </Stack>
  );
}

function Scopes({ apiKey: { scopes, isAgent, caps } }: CellProps): ReactNode {
  const say = useWords(words);
  // A person confirms what an agent asks for.
  const moves = !isAgent && scopes.includes('withdrawal:create');
  const rest = moves ? scopes.filter((scope) => scope !== 'withdrawal:create') : scopes;
  const preset = presetOf(rest, () => true);
  return (
    <div className={styles['scopes']}>
      {moves && (
        <Tag tone="warn" icon="withdrawal">
          {say.moves}
        </Tag>
      )}{' '}
      {preset === undefined
        ? rest.map((scope) => say.scope[scope]).join(', ')
        : say.presets[preset]}
      {isAgent && (
        <Text size="sm" c="dimmed">
          {caps === null
            ? say.reads
            : say.caps({ call: money(caps.perCallCents), day: money(caps.perDayCents) })}
        </Text>
      )}
    </div>
  );
}

function LastUsed({ apiKey }: CellProps): ReactNode {
  const say = useWords(words);
  const language = useLanguage();
  const params = useTenant();
  const now = useNow('world');
  const { lastUsedAt, lastUsedFrom, name, id } = apiKey;
  const usage = usageOf(apiKey, now);
  return (
    <Stack gap={0}>
      <span className={styles['used']} data-usage={usage}>
        {lastUsedAt === null ? (
          say.never
        ) : (
          <time dateTime={lastUsedAt} title={dateTime(lastUsedAt, language)}>
            {say.used({ when: relative(lastUsedAt, now, language) })}
          </time>
        )}
      </span>
      {lastUsedFrom !== null && (
        <Text size="sm" c="dimmed">
          {say.from({ address: lastUsedFrom })}
        </Text>
      )}
      {lastUsedAt !== null && (
        <Text size="sm" component="span">
          <Link
            to="/$accountId/$mode/requests"
            params={params}
            search={{ chave: id }}
            aria-label={say.requestsOf({ name: name || say.unnamed })}
          >
            {say.requests}
          </Link>
        </Text>
      )}
      {usage === 'idle' && apiKey.revokedAt === null && (
        <Text size="sm" c="dimmed">
          {say.idle}
        </Text>
      )}
    </Stack>
  );
}

function Expiry({ apiKey }: CellProps): ReactNode {
  const say = useWords(words);
  const language = useLanguage();
  const { expiresAt } = apiKey;
  if (expiresAt === null) return say.noExpiry;
  if (hasEnded(apiKey)) {
    return (
      <Tag tone="danger" icon="clock">
        {say.ended}
      </Tag>
    );
  }
  return <time dateTime={expiresAt}>{date(expiresAt, language)}</time>;
}
