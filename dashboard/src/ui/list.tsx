import { Skeleton } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { ListFailure } from './list-failure.tsx';
import type { ListState } from './list-state.ts';
import { Pager } from './pager.tsx';
import { SideScroll } from './side-scroll.tsx';
import { useAnnouncedRows } from './use-announced-rows.ts';
import { useIsWide } from './use-is-wide.ts';

export interface Column<Row> {
  readonly name: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligned, for money and counts, so that digits line up. */
  readonly end?: boolean;
  /** Left out of the cards. */
  readonly wideOnly?: boolean;
  /** Tells the rows apart whose first column does not: the name of a row's link contains it. */
  readonly identifies?: boolean;
}

interface ListProps<Row> {
  /** What the list is, for screen readers. */
  label: string;
  list: ListState<Row>;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** Where a row leads; its first column becomes the link. */
  rowLink?: (row: Row) => LinkProps;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** Whether the filters of the address narrow it; what they find is announced. */
  hasFilters?: boolean;
  /** What failed, in the screen's words. */
  failed?: string;
  /** A row that has just changed; it is marked for three seconds. */
  changed?: string | undefined;
  /** How many rows the skeleton has. */
  expected?: number;
  /** If false, a page in the address belongs to another list. */
  isPaged?: boolean;
}

export function List<Row>(props: ListProps<Row>): ReactNode {
  const { label, list, empty, failed, expected = 8 } = props;
  const { hasFilters = false, isPaged = true } = props;
  const isWide = useIsWide();
  useAnnouncedRows(list, hasFilters);
  if (list.rows === undefined) {
    if (list.error === null) return <Waiting rows={expected} />;
    return <ListFailure error={list.error} retry={list.retry} what={failed} />;
  }
  return (
    <SideScroll
      label={label}
      className="ui-list"
      data-stale={list.isStale || undefined}
      aria-busy={list.isStale}
    >
      {list.error !== null && <ListFailure error={list.error} retry={list.retry} what={failed} />}
      {/* Announces to screen readers that a filter finds nothing. */}
      <div aria-live="polite">{list.rows.length === 0 && empty}</div>
      {list.rows.length > 0 &&
        (isWide ? <Rows {...props} rows={list.rows} /> : <Cards {...props} rows={list.rows} />)}
      {isPaged && <Pager nextCursor={list.nextCursor} isStale={list.isStale} />}
    </SideScroll>
  );
}

/** As tall as the rows will be; never visible if they arrive at once. */
function Waiting({ rows }: { rows: number }): ReactNode {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true" style={{ minHeight: `${rows * 3}rem` }}>
      {isShown &&
        Array.from({ length: rows }, (_, row) => <Skeleton key={row} height="2.25rem" mb="xs" />)}
    </div>
  );
}

type Filled<Row> = ListProps<Row> & { rows: readonly Row[] };

/** The ids of what together names a row's link; none if the first column is enough. */
function useCellIds<Row>(columns: readonly Column<Row>[]) {
  const id = useId();
  const naming = columns.filter(({ identifies }, at) => at === 0 || identifies);
  const idOf = (row: number, name: string): string | undefined =>
    naming.length > 1 && naming.some((column) => column.name === name)
      ? `${id}-${row}-${name}`
      : undefined;
  const ofRow = (row: number): readonly string[] =>
    naming.flatMap(({ name }) => idOf(row, name) ?? []);
  return { idOf, ofRow };
}

function Rows<Row>({ label, columns, rows, rowId, rowLink, changed }: Filled<Row>): ReactNode {
  const ids = useCellIds(columns);
  return (
    <table className="ui-table" aria-label={label} onKeyDown={moveBetweenRows}>
      <thead>
        <tr>
          {columns.map(({ name, title, end }) => (
            <th key={name} scope="col" className={end ? 'ui-end' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, number) => (
          <tr key={rowId(row)} data-changed={changed === rowId(row) || undefined}>
            {columns.map(({ name, cell, end }, at) => (
              <td
                key={name}
                id={at === 0 ? undefined : ids.idOf(number, name)}
                className={end ? 'ui-end' : undefined}
              >
                {at === 0 ? linked(cell(row), rowLink?.(row), ids.ofRow(number)) : cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cards<Row>({ label, columns, rows, rowId, rowLink, changed }: Filled<Row>): ReactNode {
  const ids = useCellIds(columns);
  return (
    <ul className="ui-cards" aria-label={label} onKeyDown={moveBetweenRows}>
      {rows.map((row, number) => (
        <li key={rowId(row)} data-changed={changed === rowId(row) || undefined}>
          {columns
            .filter(({ wideOnly }) => !wideOnly)
            .map(({ name, title, cell }, at) => (
              <div key={name}>
                {at > 0 && <span className="ui-card-title">{title}</span>}
                <span id={at === 0 ? undefined : ids.idOf(number, name)}>
                  {at === 0 ? linked(cell(row), rowLink?.(row), ids.ofRow(number)) : cell(row)}
                </span>
              </div>
            ))}
        </li>
      ))}
    </ul>
  );
}

/**
 * The link covers the whole row; other controls in the row are above it.
 * @param ids of what names it. Its own text comes first, since Firefox leaves out an element that
 *   contains the link.
 */
function linked(
  content: ReactNode,
  link: LinkProps | undefined,
  ids: readonly string[],
): ReactNode {
  if (link === undefined) return content;
  return (
    <Link
      search={true}
      state={link.search === undefined ? true : {}}
      // When a detail opens over its own list, the list stays where it is.
      resetScroll={link.search !== undefined}
      {...link}
      aria-labelledby={ids.join(' ') || undefined}
      className="ui-row-link"
    >
      <span id={ids[0]}>{content}</span>
    </Link>
  );
}

function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.ui-row-link')];
  const at = links.findIndex((link) => link === document.activeElement);
  if (at === -1) return;
  event.preventDefault();
  links[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}

/** The row to highlight, for as long as it is highlighted. */
export function useChangedRow(): [string | undefined, (id: string) => void] {
  const [changed, setChanged] = useState<string>();
  useEffect(() => {
    if (changed === undefined) return;
    const timer = setTimeout(() => setChanged(undefined), 3_000);
    return () => clearTimeout(timer);
  }, [changed]);
  return [changed, setChanged];
}
