import { Button } from '@mantine/core';
import { ArrowUp } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { RequestError } from '../../lib/data/request-error.js';
import type { List } from '../../lib/data/use-pages.js';
import { formatPlural } from '../../lib/format/numbers.js';
import { DataTable } from '../data-table/data-table.js';
import { ErrorState } from '../feedback/error-state.js';
import { MoreError } from '../feedback/more-error.js';
import classes from './list-page.module.css';
import { Page, PageHeading } from './page.js';

/** The part of a list that pages show; `usePages` and `toList` return one. */
export type ShownList<Row> = Pick<List<Row>, 'rows' | 'status' | 'error' | 'reload'> &
  Partial<Pick<List<Row>, 'hasNextPage' | 'isLoadingMore' | 'loadMore' | 'loadAhead'>>;

const NO_ROWS: readonly never[] = [];

/** Returns the list of a query that answers all rows at once; `rows` are undefined until known. */
export function toList<Row>(
  rows: readonly Row[] | undefined,
  error: RequestError | undefined,
  reload: () => void,
): ShownList<Row> {
  const status = rows ? 'ready' : error ? 'error' : 'loading';
  return { rows: rows ?? NO_ROWS, status, error, reload };
}

type Noun = string | readonly [string, string];

/** Says how many rows are shown, and whether there are more. */
export function countRows(list: ShownList<unknown>, noun: Noun, rows = list.rows): string {
  const [one, many] = typeof noun === 'string' ? [noun] : noun;
  const count = formatPlural(rows.length, one, many);
  if (!list.hasNextPage) return count;
  return list.error ? `${count} loaded` : `${count} loaded, scroll for more`;
}

/** Says how many rows match the filters, or how many there are in all; nothing until known. */
export function countMatches(
  { status, rows }: ShownList<unknown>,
  noun: string,
  isFiltered: boolean,
  total: number | undefined,
): string | undefined {
  if (status === 'error') return undefined;
  if (isFiltered) return formatPlural(rows.length, 'match', 'matches');
  return total === undefined ? '' : formatPlural(total, noun);
}

interface ListFrameProps {
  list: ShownList<unknown>;
  /** The rows to count, if not all of the list. */
  rows?: readonly unknown[] | undefined;
  /** The noun of a row, for the count below the rows; with its plural if that is irregular. */
  noun?: Noun | undefined;
  /** Below the rows, instead of the count. */
  foot?: ReactNode;
  /** Whether screen readers are told when the text below the rows changes. */
  isFootAnnounced?: boolean | undefined;
  /** Whether tabs are right above. */
  isBelowTabs?: boolean | undefined;
  /** Over the first rows, such as a button that shows new ones. */
  news?: ReactNode;
  /** Over the last rows: the actions for those that are selected. */
  selectionBar?: ReactNode;
  onPointedChange?: ((isPointed: boolean) => void) | undefined;
}

/** The frame around the rows of a list, or the error if they could not be loaded. */
export function ListFrame(props: ListFrameProps & { children: ReactNode }) {
  const { list, rows = list.rows, noun, isFootAnnounced, onPointedChange } = props;
  const isCounted = noun !== undefined && list.rows.length > 0;
  const foot = props.foot ?? (isCounted ? countRows(list, noun, rows) : undefined);
  return (
    <div
      className={props.isBelowTabs ? `${classes.list} ${classes.belowTabs}` : classes.list}
      onPointerEnter={onPointedChange && (() => onPointedChange(true))}
      onPointerLeave={onPointedChange && (() => onPointedChange(false))}
    >
      {props.news}
      {list.status === 'error' ? (
        <ErrorState error={list.error} onRetry={list.reload} />
      ) : (
        props.children
      )}
      <MoreError list={list} />
      {foot === undefined ? null : (
        <div className={classes.foot} role={isFootAnnounced ? 'status' : undefined}>
          {foot}
        </div>
      )}
      {props.selectionBar}
    </div>
  );
}

type Table<Row extends { id: string }> = ComponentProps<typeof DataTable<Row>>;
type TableOfList = 'rows' | 'isLoading' | 'isLoadingMore' | 'onEndReached';

/** A list as a table, of which the list provides the rows. */
export interface ListTableProps<Row extends { id: string }>
  extends ListFrameProps, Omit<Table<Row>, TableOfList> {
  list: ShownList<Row>;
  rows?: readonly Row[] | undefined;
}

/** The table of a list: its rows, or why there are none, and their count. */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { list, rows = list.rows } = props;
  return (
    <ListFrame {...props}>
      <DataTable
        {...props}
        rows={rows}
        isLoading={list.status === 'loading'}
        isLoadingMore={list.isLoadingMore}
        onEndReached={list.loadAhead}
      />
    </ListFrame>
  );
}

/** Shows the new rows that wait above a list. */
export function NewsButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button
      className={classes.news}
      size="compact-sm"
      radius="xl"
      leftSection={<ArrowUp size={13} aria-hidden />}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

interface ListPageProps<Row extends { id: string }> extends ListTableProps<Row> {
  /** Absent for a list in a tab, because the page around it has a title. */
  title?: string;
  /** The description below the title. */
  intro?: ReactNode;
  /** Above the rows: a `Toolbar`, and notices. */
  toolbar?: ReactNode;
  /** Dialogs, and panels over the list. */
  children?: ReactNode;
}

/** A list with its title, toolbar, rows and dialogs. */
export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const { title, intro, toolbar, children } = props;
  const content = (
    <>
      {toolbar}
      <ListTable {...props} />
      {children}
    </>
  );
  if (title === undefined) return content;
  return (
    <Page>
      <PageHeading title={title}>{intro}</PageHeading>
      {content}
    </Page>
  );
}
