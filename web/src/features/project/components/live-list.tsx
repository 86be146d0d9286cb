import { Anchor } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useAnnotationChanges } from '../../../components/annotations/annotation-changes.js';
import type { AnnotationValue } from '../../../components/annotations/annotation-value.js';
import { useSelectedRows } from '../../../components/data-table/row-checkboxes.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { findFocusedRow } from '../../../components/data-table/use-row-keys.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { RowPagerProvider } from '../../../components/data-table/row-pager.js';
import { SelectionBar } from '../../../components/data-table/selection-bar.js';
import { formatExact, formatPlural } from '../../../lib/format/numbers.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import type { List } from '../../../lib/data/use-pages.js';
import { useAdjacentRows } from '../../../components/data-table/use-adjacent-rows.js';
import classes from './live-list.module.css';
import { PAGE_SIZE } from '../api/project-frame.js';
import { readAnnotationSort } from '../search.js';
import { Facets, FacetsToggle } from '../facets/facets.js';
import { useFacetPanel } from '../facets/use-facet-panel.js';
import { SavedViews } from '../query-bar/saved-views.js';
import { useProject } from './project-context.js';
import { countRows, ListTable, NewsButton } from '../../../components/layout/list-page.js';
import { Toolbar } from '../../../components/layout/page.js';

interface LiveListProps<Row> {
  /** The noun for a row, such as `trace`. Also identifies the stored layout. */
  noun: 'span' | 'trace' | 'session';
  label: string;
  list: List<Row>;
  columns: readonly DataColumn<Row>[];
  sort: string;
  columnsInAddress: readonly string[] | undefined;
  onAddressChange: (change: { sort?: string | undefined; columns?: string[] | undefined }) => void;
  /** Opens a row in the panel, with its annotations if requested. */
  onOpen: (row: Row, judge?: 'span' | 'trace' | 'session') => void;
  /** The row that is open in the panel over the list. */
  activeId: string | undefined;
  filters: ReactNode;
  empty: ReactNode;
  /** Absent if rows cannot be selected. */
  selection?: ListSelection<Row> | undefined;
  /** The panel over the list. */
  children: ReactNode;
}

/** Reads the name, annotations and span of selected rows for the actions. */
export interface ListSelection<Row> {
  nameOf: (row: Row) => string;
  annotationsOf: (row: Row) => readonly AnnotationValue[];
  /** The span that stands for a row; absent if it has none. */
  spanIdOf?: (row: Row) => string | undefined;
}

/** Keeps the figures in sight beside the facets, at the expense of inputs and outputs. */
function narrowText<Row>(column: DataColumn<Row>): DataColumn<Row> {
  return column.grow ? { ...column, width: 170 } : column;
}

/** One list of a project: filters, table, notices of new rows, and the pager. */
export function LiveList<Row extends { id: string }>(props: LiveListProps<Row>) {
  const { noun, list, selection, onAddressChange, onOpen, activeId } = props;
  const project = useProject();
  const tab = `${noun}s` as const;
  const facets = useFacetPanel();
  const fitting = useFittingColumns(props.columns, facets.isOpen && !facets.isDrawer);
  const selected = useSelectedRows(list.rows, fitting, selection?.nameOf);
  const { columns, chosen, clear } = selected;
  const scroller = useRef<HTMLDivElement>(null);
  const [isPointed, setIsPointed] = useState(false);
  const layout = useColumnLayout(
    `project.${project.id}.${tab}`,
    columns,
    props.columnsInAddress,
    onAddressChange,
  );

  // New rows appear automatically only while the user is not reading: the list is at its top, no
  // panel is open, no row is selected, and the pointer is elsewhere.
  const hold = isPointed || activeId !== undefined || chosen.length > 0;
  const { showNews, rows, loadAhead } = list;
  const setAtTop = useLiveRefresh(project.version, list.refresh, hold);

  // A refresh reads only the first page.
  useAnnotationChanges(() => {
    if (rows.length > PAGE_SIZE) list.reread();
  });

  // The server leaves out the rows without the annotation.
  const sortedBy = readAnnotationSort(props.sort)?.key.name;

  const isCovered = activeId !== undefined;
  useListKeys({
    // The selection bar annotates selected rows, and an open panel what it shows.
    isIdle: !isCovered && chosen.length === 0,
    clear: chosen.length > 0 && !isCovered ? clear : undefined,
    annotate: (index) => {
      const row = rows[index];
      if (row) onOpen(row, noun);
    },
  });

  const takeNews = () => {
    showNews();
    requestAnimationFrame(() => scroller.current?.scrollTo({ top: 0 }));
  };

  const pager = useAdjacentRows(rows, activeId, onOpen, loadAhead);

  return (
    <RowPagerProvider value={pager}>
      <Toolbar actions={<SavedViews tab={tab} />} layout={layout}>
        <FacetsToggle state={facets} />
        {props.filters}
      </Toolbar>
      <div className={classes.body}>
        <Facets tab={tab} state={facets} />
        <ListTable
          scroller={scroller}
          label={props.label}
          layout={layout}
          list={list}
          foot={
            rows.length > 0 ? (
              <ListFoot
                count={countRows(list, noun)}
                sortedBy={sortedBy}
                onShowAll={() => onAddressChange({ sort: undefined })}
              />
            ) : undefined
          }
          sort={props.sort}
          onSort={(sort) => onAddressChange({ sort })}
          onOpen={onOpen}
          activeId={activeId}
          onTopChange={setAtTop}
          onPointedChange={setIsPointed}
          empty={props.empty}
          news={<News news={list.news} noun={noun} onShow={takeNews} />}
          selectionBar={
            selection && chosen.length > 0 ? (
              <ChosenRows
                noun={noun}
                rows={chosen}
                selection={selection}
                isCovered={isCovered}
                onClear={clear}
              />
            ) : null
          }
        />
      </div>
      {props.children}
    </RowPagerProvider>
  );
}

/** Returns columns that leave room for the facets if these are beside the table. */
function useFittingColumns<Row>(columns: readonly DataColumn<Row>[], hasFacetsBeside: boolean) {
  return useMemo(
    () => (hasFacetsBeside ? columns.map(narrowText) : columns),
    [hasFacetsBeside, columns],
  );
}

interface ListKeysOptions {
  /** Whether no row is open or selected. */
  isIdle: boolean;
  /** Clears the selection; absent if there is none. */
  clear: (() => void) | undefined;
  annotate: (index: number) => void;
}

/** Escape clears the selection, and “e” annotates the row with the focus. */
function useListKeys({ isIdle, clear, annotate }: ListKeysOptions) {
  useKeys({
    Escape: clear,
    e: isIdle ? () => annotate(findFocusedRow() ?? -1) : undefined,
  });
}

/**
 * Reads the newest rows whenever the project has changed. They wait above the list while `hold`
 * applies, or until users are at its top. Returns a function to call when they get or leave there.
 */
function useLiveRefresh(version: unknown, refresh: (hold: boolean) => void, hold: boolean) {
  const holding = useRef(hold);
  const atTop = useRef(true);
  useEffect(() => {
    holding.current = hold;
  });
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    refresh(holding.current || !atTop.current);
  }, [version, refresh]);
  return useCallback((isAtTop: boolean) => {
    atTop.current = isAtTop;
  }, []);
}

interface ChosenRowsProps<Row> {
  noun: LiveListProps<Row>['noun'];
  rows: readonly Row[];
  selection: ListSelection<Row>;
  isCovered: boolean;
  onClear: () => void;
}

/** The actions for the selected rows. */
function ChosenRows<Row extends { id: string }>(props: ChosenRowsProps<Row>) {
  const { noun, rows, selection, isCovered, onClear } = props;
  const project = useProject();
  return (
    <SelectionBar text={`${formatPlural(rows.length, noun)} selected`} onClear={onClear}>
      {project.renderRowActions({
        projectId: project.id,
        noun,
        rows: rows.map((row) => ({
          id: row.id,
          name: selection.nameOf(row),
          annotations: selection.annotationsOf(row),
        })),
        spanIds: rows.flatMap((row) => selection.spanIdOf?.(row) ?? []),
        isCovered,
        onDone: onClear,
      })}
    </SelectionBar>
  );
}

interface ListFootProps {
  count: string;
  /** The annotation by which the rows are sorted. */
  sortedBy: string | undefined;
  onShowAll: () => void;
}

function ListFoot({ count, sortedBy, onShowAll }: ListFootProps) {
  return (
    <>
      {count}
      {sortedBy === undefined ? null : (
        <>
          , only those with “<bdi>{sortedBy}</bdi>”.{' '}
          <Anchor component="button" type="button" inherit onClick={onShowAll}>
            Show all
          </Anchor>
        </>
      )}
    </>
  );
}

interface NewsProps {
  news: List<unknown>['news'];
  noun: string;
  onShow: () => void;
}

/** A button that shows the rows that wait above the list, and an announcement of them. */
function News({ news, noun, onShow }: NewsProps) {
  return (
    <>
      {news ? (
        <NewsButton onClick={onShow}>
          {formatExact(news.count)}
          {news.isGap ? '+' : ''} new
        </NewsButton>
      ) : null}
      <output className={classes.announce}>
        {news ? `${formatPlural(news.count, `new ${noun}`)} above` : ''}
      </output>
    </>
  );
}
