import { NativeSelect, SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Columns2, FilterX } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { ConditionField } from '../../../components/filters/condition-field.js';
import { joinConditions } from '../../../lib/filter-language/write-condition.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { Notice } from '../../../components/feedback/notice.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useAdjacentRows } from '../../../components/data-table/use-adjacent-rows.js';
import { useConditionCheck } from '../api/check-condition.js';
import type { ComparedExperiment } from '../api/compared-experiments.js';
import { useComparison } from '../api/comparison.js';
import { useComparisonCounts } from '../api/comparison-counts.js';
import { useDatasetScores } from '../api/dataset-scores.js';
import { listScoreNames } from '../scores.js';
import { COMPARE_VIEWS, type CompareSearch } from '../search.js';
import { AddExperiment } from './add-experiment.js';
import { ComparedChips } from './compared-chips.js';
import classes from './comparison.module.css';
import { ComparisonGrid } from './comparison-grid.js';
import { listCompletions } from './completions.js';
import { CountsStrip } from './counts-strip.js';
import { ComparedExamplePanel } from './compared-example-panel.js';
import { MetricsView } from './metrics-view.js';
import { collectKeys } from './runs.js';
import { ListFrame } from '../../../components/layout/list-page.js';
import { Page } from '../../../components/layout/page.js';
import { useSearchChange } from '../../../lib/routing/use-search-change.js';
import { NoMatches } from '../../../components/feedback/empty-state.js';

const route = getRouteApi('/datasets/$datasetId/compare');
const NO_RANGES = new Map<string, never>();

interface ComparisonProps {
  datasetId: string;
  experiments: readonly ComparedExperiment[];
  /** Experiments in the URL that are not in the dataset. */
  missingCount: number;
}

/** A comparison of experiments: their examples or their metrics, and one example in detail. */
export function Comparison({ datasetId, experiments, missingCount }: ComparisonProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { view = 'grid', filter = '', repetition = 1, exampleId } = search;
  const key = experiments.map(({ id }) => id).join();
  const ids = useMemo(() => (key === '' ? [] : key.split(',')), [key]);
  const change = useSearchChange<CompareSearch>();
  const openExample = useCallback(
    (id: string) => void navigate({ search: (now) => ({ ...now, exampleId: id }) }),
    [navigate],
  );

  const list = useComparison(ids, filter);
  const { rows, loadAhead } = list;
  const { counts, directions } = useComparisonCounts(ids);
  const { ranges } = useDatasetScores(datasetId);
  const scores = useScoreNames(experiments);
  const addFilter = useCallback(
    (condition: string) => change({ filter: joinConditions(filter, condition) }),
    [change, filter],
  );
  const examples = useMemo(() => rows.map(({ example }) => ({ id: example.id })), [rows]);
  const openRow = useCallback(({ id }: { id: string }) => openExample(id), [openExample]);
  const pager = useAdjacentRows(examples, exampleId, openRow, loadAhead);
  const repetitions = Math.max(1, ...experiments.map((one) => one.repetitions));

  return (
    <Page>
      <div className={classes.head}>
        <h1 className={classes.title}>Compare</h1>
        <ComparedExperiments datasetId={datasetId} experiments={experiments} onChange={change} />
        <span className={classes.spring} />
        <ViewSwitch view={view} onChange={(next) => change({ view: next })} />
      </div>
      <MissingNotice count={missingCount} />
      {ids.length === 0 ? <NothingToCompare /> : null}
      {ids.length > 0 && view === 'metrics' ? (
        <MetricsView
          experiments={experiments}
          scores={scores}
          ranges={ranges?.get(datasetId) ?? NO_RANGES}
          counts={counts}
        />
      ) : null}
      {ids.length > 0 && view === 'grid' ? (
        <>
          {ids.length > 1 ? <CountsStrip counts={counts} compareCount={ids.length - 1} /> : null}
          <div className={classes.toolbar}>
            <ExamplesFilter
              datasetId={datasetId}
              ids={ids}
              scores={scores}
              rows={rows}
              search={search}
              onChange={change}
            />
            <span className={classes.spring} />
            <RepetitionSelect
              count={repetitions}
              value={repetition}
              onChange={(next) => change({ repetition: next > 1 ? next : undefined })}
            />
          </div>
          <ListFrame list={list} noun="example">
            <ComparisonGrid
              experiments={experiments}
              rows={rows}
              scores={scores}
              repetition={repetition}
              directions={directions}
              activeId={exampleId}
              isLoading={list.status === 'loading'}
              isLoadingMore={list.isLoadingMore}
              onEndReached={loadAhead}
              onOpen={openExample}
              onFilter={addFilter}
              empty={<NoExamples filter={filter} onClear={() => change({ filter: undefined })} />}
            />
          </ListFrame>
        </>
      ) : null}
      {exampleId !== undefined && ids.length > 0 ? (
        <ComparedExamplePanel
          exampleId={exampleId}
          experiments={experiments}
          scores={scores}
          search={search}
          onChange={change}
          pager={pager}
        />
      ) : null}
    </Page>
  );
}

/** Returns the same array while its content is unchanged, so that rows are not rendered again. */
function useScoreNames(experiments: readonly ComparedExperiment[]): readonly string[] {
  const names = JSON.stringify(listScoreNames(experiments));
  return useMemo(() => JSON.parse(names) as string[], [names]);
}

interface ComparedExperimentsProps {
  datasetId: string;
  experiments: readonly ComparedExperiment[];
  onChange: (change: Partial<CompareSearch>) => void;
}

/** The compared experiments, which can be removed, added, and made the base. */
function ComparedExperiments({ datasetId, experiments, onChange }: ComparedExperimentsProps) {
  const ids = experiments.map(({ id }) => id);
  return (
    <>
      <ComparedChips
        experiments={experiments}
        onBase={(id) => onChange({ experimentId: [id, ...ids.filter((one) => one !== id)] })}
        onRemove={(id) => onChange({ experimentId: ids.filter((one) => one !== id) })}
      />
      <AddExperiment
        datasetId={datasetId}
        comparedIds={ids}
        onAdd={(id) => onChange({ experimentId: [...ids, id] })}
      />
    </>
  );
}

interface ViewSwitchProps {
  view: NonNullable<CompareSearch['view']>;
  onChange: (view: CompareSearch['view']) => void;
}

function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return (
    <SegmentedControl
      aria-label="View"
      value={view}
      onChange={(next) => onChange(COMPARE_VIEWS.find((one) => one === next && one !== 'grid'))}
      data={[
        { value: 'grid', label: 'Examples' },
        { value: 'metrics', label: 'Metrics' },
      ]}
    />
  );
}

interface ExamplesFilterProps extends Pick<ComparedExperimentsProps, 'datasetId' | 'onChange'> {
  ids: readonly string[];
  scores: readonly string[];
  rows: ReturnType<typeof useComparison>['rows'];
  search: CompareSearch;
}

/** Filters the compared examples by a condition on their runs. */
function ExamplesFilter(props: ExamplesFilterProps) {
  const { datasetId, ids, scores, rows, search, onChange } = props;
  const { filter = '', exampleId } = search;
  const vocabulary = useMemo(
    () => ({ experimentCount: ids.length, scores, keys: collectKeys(rows) }),
    [ids.length, scores, rows],
  );
  const check = useConditionCheck(ids);
  return (
    <ConditionField
      value={filter}
      onApply={(condition) => onChange({ filter: condition || undefined })}
      label="Filter examples by condition"
      placeholder="error is not None"
      check={check}
      historyKey={`compare.${datasetId}.conditions`}
      complete={(text, cursor, recent) => listCompletions(text, cursor, { ...vocabulary, recent })}
      isCovered={exampleId !== undefined}
    />
  );
}

function MissingNotice({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <div className={classes.notice}>
      <Notice tone="warning">
        {formatPlural(count, 'experiment')} in this URL {count === 1 ? 'is' : 'are'} not in this
        dataset.
      </Notice>
    </div>
  );
}

interface RepetitionSelectProps {
  count: number;
  value: number;
  onChange: (repetition: number) => void;
}

/** Chooses which repetition of each run is shown, if there are several. */
function RepetitionSelect({ count, value, onChange }: RepetitionSelectProps) {
  if (count < 2) return null;
  return (
    <NativeSelect
      size="xs"
      aria-label="Visible repetition"
      value={String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      data={Array.from({ length: count }, (_, index) => ({
        value: String(index + 1),
        label: `Repetition ${index + 1}`,
      }))}
    />
  );
}

function NothingToCompare() {
  return (
    <EmptyState icon={Columns2} title="Nothing to compare yet">
      Add two experiments from this dataset. The first one is the base experiment, which the others
      are compared with.
    </EmptyState>
  );
}

function NoExamples({ filter, onClear }: { filter: string; onClear: () => void }) {
  if (filter === '') {
    return (
      <EmptyState icon={Columns2} title="No examples">
        The base experiment ran on an empty version or split.
      </EmptyState>
    );
  }
  return (
    <NoMatches icon={FilterX} nouns="examples" onClear={onClear}>
      No examples of the base experiment match the filter.
    </NoMatches>
  );
}
