import { Button } from '@mantine/core';
import { Gavel } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { TimesToggle } from '../../../components/data-display/times-toggle.js';
import { ColumnChooser } from '../../../components/data-table/column-chooser.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { DataTable } from '../../../components/data-table/data-table.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { FilterField } from '../../../components/filters/filter-field.js';
import page from '../../../components/layout/list-page.module.css';
import type { List } from '../../../lib/data/use-pages.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { DEFAULT_EVALUATORS_SORT, type EvaluatorsSearch, readEvaluatorsSort } from '../search.js';

interface EvaluatorRowsProps<Row extends { id: string }> {
  /** The name under which the layout of the columns is remembered. */
  layoutKey: string;
  list: List<Row>;
  columns: DataColumn<Row>[];
  search: EvaluatorsSearch;
  onSearchChange: (change: Partial<EvaluatorsSearch>) => void;
  onOpen: (row: Row) => void;
  /** Adds an evaluator; absent for viewers. */
  addButton: ReactNode;
}

/** A list of evaluators with its toolbar. */
export function EvaluatorRows<Row extends { id: string }>(props: EvaluatorRowsProps<Row>) {
  const { layoutKey, list, columns, search, onSearchChange, onOpen, addButton } = props;
  const { q = '', sort = DEFAULT_EVALUATORS_SORT } = search;
  const setColumns = useCallback(
    (ids: readonly string[] | undefined) => onSearchChange({ columns: ids ? [...ids] : undefined }),
    [onSearchChange],
  );
  const layout = useColumnLayout(layoutKey, columns, search.columns, setColumns);
  return (
    <>
      <div className={`${page.toolbar} ${page.narrowFilter}`}>
        <FilterField
          label="Filter evaluators by name"
          placeholder="Filter by name"
          value={q}
          isInstant
          onApply={(text) => onSearchChange({ q: text === '' ? undefined : text })}
        />
        <span className={page.spring} />
        {addButton}
        <TimesToggle />
        <ColumnChooser layout={layout} />
      </div>
      <div className={page.list}>
        {list.status === 'error' ? (
          <ErrorState error={list.error} onRetry={list.reload} />
        ) : (
          <DataTable
            label="Evaluators"
            layout={layout}
            rows={list.rows}
            sort={sort}
            onSort={(next) => {
              const known = readEvaluatorsSort(next);
              onSearchChange({ sort: known === DEFAULT_EVALUATORS_SORT ? undefined : known });
            }}
            onOpen={onOpen}
            isLoading={list.status === 'loading'}
            isLoadingMore={list.isLoadingMore}
            onEndReached={list.loadMore}
            empty={
              <EmptyState
                icon={Gavel}
                title="No evaluators match"
                action={
                  <Button variant="default" onClick={() => onSearchChange({ q: undefined })}>
                    Show all evaluators
                  </Button>
                }
              >
                No name contains “{q}”.
              </EmptyState>
            }
          />
        )}
        {list.status === 'ready' ? (
          <div className={page.foot}>
            {formatPlural(list.rows.length, 'evaluator')}
            {list.hasNextPage ? ' loaded, scroll for more' : ''}
          </div>
        ) : null}
      </div>
    </>
  );
}
