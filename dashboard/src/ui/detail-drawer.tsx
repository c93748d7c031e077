import { Skeleton } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { DetailFailure } from './detail-failure.tsx';
import { RouteDrawer } from './drawer.tsx';
import type { PanelProps } from './panel.tsx';

interface DetailDrawerProps<Detail> {
  /** The id in the address. */
  id: string;
  query: { data: Detail | undefined; error: Error | null; refetch: () => unknown };
  say: { title: string; failed: string; missing: string };
  /** The list under it. */
  list: LinkProps;
  size?: PanelProps['size'];
  children: (detail: Detail) => ReactNode;
}

/** One row of a list in full, once it has loaded; nothing of the previous row is left in it. */
export function DetailDrawer<Detail extends { readonly id: string }>(
  props: DetailDrawerProps<Detail>,
): ReactNode {
  const { id, query, say, list, size, children } = props;
  const { data, error, refetch } = query;
  const shown = data?.id === id ? data : undefined;
  return (
    <RouteDrawer title={say.title} closeTo={list} {...(size !== undefined && { size })}>
      {shown !== undefined ? (
        <Fragment key={id}>{children(shown)}</Fragment>
      ) : error === null ? (
        <Skeleton height="30rem" />
      ) : (
        <DetailFailure
          error={error}
          what={say.failed}
          missing={say.missing}
          list={list}
          retry={() => void refetch()}
        />
      )}
    </RouteDrawer>
  );
}
