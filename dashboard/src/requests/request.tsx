import { Alert, Button, Stack, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiRequestDetail } from '../api/operations.ts';
import { useMay } from '../api/me.ts';
import { useTenantQuery } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { words as keyWords } from '../keys/words.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { DataList } from '../ui/data-list.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { DetailDrawer } from '../ui/detail-drawer.tsx';
import { Icon } from '../ui/icons.tsx';
import { ResourceLink } from '../ui/resource-link.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { pretty } from '../ui/pretty.ts';
import { count } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import { RequestStatus } from './request-status.tsx';
import { scopeFor } from './scope.ts';
import { words } from './words.ts';

export function RequestDetail(): ReactNode {
  const say = useWords(words).one;
  const tenant = useTenant();
  const { id = '' } = useParams({ strict: false });
  const query = useTenantQuery('getRequest', { path: { id } });
  const list = { to: '/$accountId/$mode/requests', params: tenant } as const;
  return (
    <DetailDrawer id={id} query={query} say={say} list={list} size="xl">
      {(request) => <Shown request={request} />}
    </DetailDrawer>
  );
}

function Shown({ request }: { request: ApiRequestDetail }): ReactNode {
  const say = useWords(words).one;
  const { requestBody, responseBody, query } = request;
  return (
    <Stack gap="lg">
      {request.error === 'insufficient_scope' && <MissingScope request={request} />}
      <Facts request={request} />
      {query !== null && <CodeBlock code={query} label={say.query} />}
      {requestBody === null ? (
        <Text c="dimmed">{say.noBody}</Text>
      ) : (
        <CodeBlock code={pretty(requestBody)} label={say.requestBody} />
      )}
      {responseBody !== null && <CodeBlock code={pretty(responseBody)} label={say.responseBody} />}
      <Text size="sm" c="dimmed">
        {say.masked}
      </Text>
    </Stack>
  );
}

function Facts({ request }: { request: ApiRequestDetail }): ReactNode {
  const labels = useWords(words);
  const say = labels.one;
  const mono = (text: string) => <span className="ui-mono">{text}</span>;
  return (
    <DataList
      facts={[
        { label: labels.request, value: mono(`${request.method} ${request.path}`) },
        {
          label: say.status,
          value: <RequestStatus status={request.status} error={request.error} />,
        },
        { label: labels.key, value: request.keyName || labels.unnamedKey },
        {
          label: labels.idempotencyKey,
          value: request.idempotencyKey === null ? say.noIdempotency : mono(request.idempotencyKey),
        },
        { label: labels.duration, value: labels.ms({ ms: count(request.durationMs) }) },
        { label: labels.at, value: <DateTime at={request.at} /> },
        {
          label: say.about,
          value: request.resourceId && (
            <ResourceLink id={request.resourceId}>{mono(request.resourceId)}</ResourceLink>
          ),
        },
        {
          label: say.requestId,
          value: <Copyable value={request.requestId} label={say.requestId} />,
        },
      ]}
    />
  );
}

/** Where the remedy is: a new key with what was missing. */
function MissingScope({ request }: { request: ApiRequestDetail }): ReactNode {
  const say = useWords(words).one;
  const sentences = useWords(keyWords).scope;
  const mayMake = useMay()('keys:manage');
  const params = useTenant();
  const scope = scopeFor(request.method, request.route);
  return (
    <Alert color="red" variant="outline" icon={<Icon name="key" />}>
      <Stack gap="sm" align="flex-start">
        <Text>
          <RichText>
            {scope === undefined ? say.anyScope : say.scope({ scope: sentences[scope] })}
          </RichText>
        </Text>
        {mayMake && (
          <Button
            renderRoot={(rest) => (
              <Link
                to="/$accountId/$mode/keys"
                params={params}
                search={{ nova: '1', escopo: scope }}
                {...rest}
              />
            )}
          >
            {say.newKey}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
