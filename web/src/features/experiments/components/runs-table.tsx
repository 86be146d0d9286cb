import { Button, Tooltip } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { CircleAlert, FlaskConical } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { ColumnChooser } from '../../../components/data-table/column-chooser.js';
import { TimesToggle } from '../../../components/data-display/times-toggle.js';
import { DataTable } from '../../../components/data-table/data-table.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import page from '../../../components/layout/list-page.module.css';
import { RowPagerProvider } from '../../../components/data-table/row-pager.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useAdjacentRows } from '../../../components/data-table/use-adjacent-rows.js';
import type { ExperimentDetail } from '../api/experiment.js';
import { type RunRow, useRunsList } from '../api/runs-list.js';
import { type ExperimentSearch, readExperimentSearch } from '../search.js';
import { runColumns } from './run-columns.js';

interface RunsTableProps {
  experiment: ExperimentDetail;
  /**
   * The number of runs that have arrived since the page was opened; the list reloads when it grows.
   */
  version: number;
  /** The panel over the list. */
  children: ReactNode;
}

/** All runs of an experiment, in the order of the examples unless sorted. */
export function RunsTable({ experiment, version, children }: RunsTableProps) {
  const { id: experimentId, repetitions, errorRunCount } = experiment;
  const datasetId = experiment.dataset.id;
  const search = readExperimentSearch(useSearch({ strict: false }));
  const { runId } = useParams({ strict: false });
  const navigate = useNavigate();
  const { sort = '' } = search;
  const list = useRunsList(experimentId, sort);
  const { rows, reread, loadMore } = list;

  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    reread();
  }, [version, reread]);

  const names = experiment.annotationSummaries.map(({ annotationName }) => annotationName);
  const key = JSON.stringify(names.toSorted());
  const columns = useMemo(
    () =>
      runColumns({
        datasetId,
        experimentId,
        repetitions,
        scores: JSON.parse(key) as string[],
      }),
    [datasetId, experimentId, repetitions, key],
  );
  const update = useCallback(
    (change: Partial<ExperimentSearch>) =>
      void navigate({ to: '.', search: (now) => ({ ...now, ...change }), replace: true }),
    [navigate],
  );
  const setColumns = useCallback(
    (ids: readonly string[] | undefined) => update({ columns: ids ? [...ids] : undefined }),
    [update],
  );
  const layout = useColumnLayout(
    `experiment.${datasetId}.runs`,
    columns,
    search.columns,
    setColumns,
  );
  const open = useCallback(
    (row: RunRow) =>
      void navigate({
        to: '/datasets/$datasetId/experiments/$experimentId/runs/$runId',
        params: { datasetId, experimentId, runId: row.id },
        search: (now) => readExperimentSearch(now),
      }),
    [navigate, datasetId, experimentId],
  );
  const pager = useAdjacentRows(rows, runId, open, loadMore);

  return (
    <RowPagerProvider value={pager}>
      <div className={page.toolbar}>
        {errorRunCount > 0 ? (
          <Tooltip label="Opens the comparison, where you can filter">
            <Button
              variant="default"
              leftSection={<CircleAlert size={15} aria-hidden />}
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/datasets/$datasetId/compare"
                  params={{ datasetId }}
                  search={{ experimentId: [experimentId], filter: 'error is not None' }}
                />
              )}
            >
              {errorRunCount === 1
                ? 'Show the failure'
                : `Show the ${formatPlural(errorRunCount, 'failure')}`}
            </Button>
          </Tooltip>
        ) : null}
        <span className={page.spring} />
        {sort === '' ? null : (
          <Button variant="subtle" onClick={() => update({ sort: undefined })}>
            Sort by example
          </Button>
        )}
        <TimesToggle />
        <ColumnChooser layout={layout} />
      </div>
      <div className={page.list}>
        {list.status === 'error' ? (
          <ErrorState error={list.error} onRetry={list.reload} />
        ) : (
          <DataTable
            label="Runs"
            layout={layout}
            rows={rows}
            sort={sort}
            onSort={(next) => update({ sort: next })}
            onOpen={open}
            activeId={runId}
            isLoading={list.status === 'loading'}
            isLoadingMore={list.isLoadingMore}
            onEndReached={loadMore}
            empty={
              <EmptyState icon={FlaskConical} title="No runs yet">
                Runs will appear here as they arrive. If your program was interrupted, you can
                resume the experiment from code.
              </EmptyState>
            }
          />
        )}
        {rows.length > 0 ? (
          <div className={page.foot}>
            {formatPlural(rows.length, 'run')}
            {list.hasNextPage ? ' loaded, scroll for more' : ''}
          </div>
        ) : null}
      </div>
      {children}
    </RowPagerProvider>
  );
}
