import { Gavel } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { FilterField } from '../../../components/filters/filter-field.js';
import type { List } from '../../../lib/data/use-pages.js';
import { DEFAULT_EVALUATORS_SORT, type EvaluatorsSearch, readEvaluatorsSort } from '../search.js';
import { ListPage, countRows } from '../../../components/layout/list-page.js';
import { Toolbar } from '../../../components/layout/page.js';
import { NoMatches } from '../../../components/feedback/empty-state.js';

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
  const layout = useColumnLayout(layoutKey, columns, search.columns, onSearchChange);
  return (
    <ListPage
      toolbar={
        <Toolbar actions={addButton} layout={layout}>
          <FilterField
            label="Filter evaluators by name"
            placeholder="Filter by name"
            value={q}
            isInstant
            isNarrow
            onApply={(text) => onSearchChange({ q: text === '' ? undefined : text })}
          />
        </Toolbar>
      }
      label="Evaluators"
      layout={layout}
      list={list}
      foot={list.status === 'ready' ? countRows(list, 'evaluator') : undefined}
      sort={sort}
      onSort={(next) => {
        const known = readEvaluatorsSort(next);
        onSearchChange({ sort: known === DEFAULT_EVALUATORS_SORT ? undefined : known });
      }}
      onOpen={onOpen}
      empty={
        <NoMatches icon={Gavel} nouns="evaluators" onClear={() => onSearchChange({ q: undefined })}>
          No name contains “{q}”.
        </NoMatches>
      }
    />
  );
}
