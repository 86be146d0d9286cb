import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Gavel } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { TimesToggle } from '../../../components/data-display/times-toggle.js';
import { ColumnChooser } from '../../../components/data-table/column-chooser.js';
import { readSort } from '../../../components/data-table/columns.js';
import { DataTable } from '../../../components/data-table/data-table.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { FilterField } from '../../../components/filters/filter-field.js';
import page from '../../../components/layout/list-page.module.css';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import {
  type EvaluatorRow,
  type EvaluatorsOrder,
  useEvaluatorsList,
} from '../api/evaluators-list.js';
import { DEFAULT_EVALUATORS_SORT, type EvaluatorsSearch, readEvaluatorsSort } from '../search.js';
import { AddEvaluatorMenu } from './add-evaluator-menu.js';
import { buildEvaluatorColumns } from './evaluator-columns.js';
import { useEvaluatorRemoval } from './use-evaluator-removal.js';

interface EvaluatorsTableProps {
  dataset: { id: string; name: string };
  search: EvaluatorsSearch;
  onSearchChange: (change: Partial<EvaluatorsSearch>) => void;
}

/** The evaluators of a dataset. Explains what an evaluator is if there is none. */
export function EvaluatorsTable({ dataset, search, onSearchChange }: EvaluatorsTableProps) {
  const { id: datasetId, name: datasetName } = dataset;
  const { q = '', sort = DEFAULT_EVALUATORS_SORT } = search;
  const { can } = useViewer();
  const navigate = useNavigate();
  const order = useMemo(() => readSort(sort) as EvaluatorsOrder, [sort]);
  const list = useEvaluatorsList(datasetId, q, order);
  const { rows, reread } = list;
  const { ask: askRemoval, dialog } = useEvaluatorRemoval(datasetName, reread);

  const columns = useMemo(
    () => buildEvaluatorColumns({ datasetId, onRemove: askRemoval }),
    [datasetId, askRemoval],
  );
  const setColumns = useCallback(
    (ids: readonly string[] | undefined) => onSearchChange({ columns: ids ? [...ids] : undefined }),
    [onSearchChange],
  );
  const layout = useColumnLayout('dataset.evaluators', columns, search.columns, setColumns);
  const open = useCallback(
    ({ id }: EvaluatorRow) =>
      void navigate({
        to: '/datasets/$datasetId/evaluators/$evaluatorId',
        params: { datasetId, evaluatorId: id },
      }),
    [navigate, datasetId],
  );

  if (list.status === 'ready' && rows.length === 0 && q === '') {
    return (
      <>
        <NoEvaluators datasetId={datasetId} />
        {dialog}
      </>
    );
  }
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
        {can.write ? <AddEvaluatorMenu datasetId={datasetId} /> : null}
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
            rows={rows}
            sort={sort}
            onSort={(next) => {
              const known = readEvaluatorsSort(next);
              onSearchChange({ sort: known === DEFAULT_EVALUATORS_SORT ? undefined : known });
            }}
            onOpen={open}
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
            {formatPlural(rows.length, 'evaluator')}
            {list.hasNextPage ? ' loaded, scroll for more' : ''}
          </div>
        ) : null}
      </div>
      {dialog}
    </>
  );
}

function NoEvaluators({ datasetId }: { datasetId: string }) {
  const { can, isPending } = useViewer();
  if (isPending) return null;
  return (
    <EmptyState
      icon={Gavel}
      title="No evaluators yet"
      action={can.write ? <AddEvaluatorMenu datasetId={datasetId} /> : undefined}
    >
      An evaluator judges the outputs of experiments: it gives each one a label, a score or both,
      and says why. When the server runs an experiment on this dataset, all of its evaluators judge
      every run.
      {can.write ? '' : ' Members and administrators can add evaluators.'}
    </EmptyState>
  );
}
