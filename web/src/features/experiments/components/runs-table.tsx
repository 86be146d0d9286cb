import { Button, Tooltip } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { CircleAlert, FlaskConical } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { RowPagerProvider } from '../../../components/data-table/row-pager.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useAdjacentRows } from '../../../components/data-table/use-adjacent-rows.js';
import type { ExperimentDetail } from '../api/experiment.js';
import { type RunRow, useRunsList } from '../api/runs-list.js';
import { type ExperimentSearch, readExperimentSearch } from '../search.js';
import { runColumns } from './run-columns.js';
import { ListPage } from '../../../components/layout/list-page.js';
import { Toolbar } from '../../../components/layout/page.js';
import { useSearchChange } from '../../../lib/routing/use-search-change.js';

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
  const { rows, reread, loadAhead } = list;

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
  const update = useSearchChange<ExperimentSearch>();
  const layout = useColumnLayout(`experiment.${datasetId}.runs`, columns, search.columns, update);
  const open = useCallback(
    (row: RunRow) =>
      void navigate({
        to: '/datasets/$datasetId/experiments/$experimentId/runs/$runId',
        params: { datasetId, experimentId, runId: row.id },
        search: (now) => readExperimentSearch(now),
      }),
    [navigate, datasetId, experimentId],
  );
  const pager = useAdjacentRows(rows, runId, open, loadAhead);

  return (
    <RowPagerProvider value={pager}>
      <ListPage
        toolbar={
          <Toolbar
            actions={
              sort === '' ? null : (
                <Button variant="subtle" onClick={() => update({ sort: undefined })}>
                  Sort by example
                </Button>
              )
            }
            layout={layout}
          >
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
          </Toolbar>
        }
        label="Runs"
        layout={layout}
        list={list}
        noun="run"
        sort={sort}
        onSort={(next) => update({ sort: next })}
        onOpen={open}
        activeId={runId}
        empty={
          <EmptyState icon={FlaskConical} title="No runs yet">
            Runs will appear here as they arrive. If your program was interrupted, you can resume
            the experiment from code.
          </EmptyState>
        }
      />
      {children}
    </RowPagerProvider>
  );
}
