import {
  type RowSelection,
  SelectAllBox,
  SelectRowBox,
} from '../../../components/data-table/row-selection.js';
import {
  costColumn,
  durationColumn,
  tokensColumn,
} from '../../../components/data-table/figure-columns.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { NameChips } from '../../../components/data-display/name-chip.js';
import { PayloadPreview } from '../../../components/payloads/payload-preview.js';
import { listNodes } from '../../../lib/data/connections.js';
import type { Json } from '../../../lib/json/exact-json.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { ProjectOfPageProvider } from '../../../lib/viewer/project-of-page.js';
import type { ExperimentRow } from '../api/experiments-list.js';
import type { ScoreRange } from '../scores.js';
import { toScoreKey } from '../search.js';
import { ErrorRate } from './error-rate.js';
import { BaselineBadge } from './baseline-badge.js';
import classes from './experiment-columns.module.css';
import { type ExperimentActions, ExperimentMenu } from './experiment-menu.js';
import { RunProgress } from './run-progress.js';
import { ScoreBar } from './score-bar.js';
import {
  actionsColumn,
  countColumn,
  textColumn,
  timeColumn,
} from '../../../components/data-table/common-columns.js';
import { NameLink, NameLinkCell } from '../../../components/data-table/name-link.js';

/**
 * The number of score columns visible by default in the list for all datasets; users can add the
 * others.
 */
const SCORES_OVER_ALL = 4;

interface ExperimentColumnsOptions {
  /** Absent in the list for all datasets, which has a dataset column. */
  datasetId: string | undefined;
  /** The names of the scores, in order. */
  scores: readonly string[];
  /** The ranges of scores by dataset and name. */
  ranges: ReadonlyMap<string, ReadonlyMap<string, ScoreRange>>;
  selection: RowSelection;
  actions: ExperimentActions;
}

/** Returns the columns of a list of experiments. */
export function buildExperimentColumns(
  options: ExperimentColumnsOptions,
): DataColumn<ExperimentRow>[] {
  const { datasetId, scores, ranges, selection, actions } = options;
  return [
    buildNameColumn(selection),
    ...(datasetId === undefined ? [DATASET_COLUMN] : []),
    ...buildAboutColumns(),
    ...scores.map((name, index) =>
      buildScoreColumn(name, ranges, datasetId === undefined && index >= SCORES_OVER_ALL),
    ),
    ...buildFigureColumns(),
    {
      id: 'metadata',
      header: 'Metadata',
      width: 200,
      optional: true,
      cell: (row) => <PayloadPreview value={row.metadata as Json | undefined} />,
    },
    actionsColumn((row) => (
      <ProjectOfPageProvider value={row.dataset.project}>
        <ExperimentMenu experiment={row} actions={actions} />
      </ProjectOfPageProvider>
    )),
  ];
}

function buildNameColumn(selection: RowSelection): DataColumn<ExperimentRow> {
  return {
    id: 'name',
    header: 'Experiment',
    headerStart: <SelectAllBox selection={selection} label="Select all listed experiments" />,
    width: 240,
    grow: true,
    required: true,
    cell: (row) => (
      <NameLinkCell
        to="/datasets/$datasetId/experiments/$experimentId"
        params={{ datasetId: row.dataset.id, experimentId: row.id }}
        name={row.name}
        before={
          <>
            <SelectRowBox
              selection={selection}
              id={row.id}
              name={`#${row.sequenceNumber} ${row.name}`}
            />
            <span className={`${classes.number} numeric`}>#{row.sequenceNumber}</span>
          </>
        }
        after={row.isBaseline ? <BaselineBadge /> : null}
      />
    ),
  };
}

const DATASET_COLUMN: DataColumn<ExperimentRow> = {
  id: 'dataset',
  header: 'Dataset',
  width: 160,
  cell: ({ dataset }) => (
    <NameLink
      to="/datasets/$datasetId/experiments"
      params={{ datasetId: dataset.id }}
      name={dataset.name}
    />
  ),
};

function buildAboutColumns(): DataColumn<ExperimentRow>[] {
  return [
    textColumn({
      id: 'description',
      header: 'Description',
      width: 150,
      text: (row) => row.description,
    }),
    timeColumn({
      id: 'createdAt',
      header: 'Created',
      time: (row) => row.createdAt,
    }),
    textColumn({
      id: 'user',
      header: 'Author',
      label: 'Created by',
      width: 110,
      // Without accounts, there are no names to show.
      optional: !pageConfig.authenticationEnabled,
      text: (row) => row.user?.username,
    }),
    {
      id: 'splits',
      header: 'Splits',
      width: 130,
      optional: true,
      cell: (row) =>
        row.datasetSplits.edges.length > 0 ? (
          <NameChips items={listNodes(row.datasetSplits)} limit={2} />
        ) : (
          'all examples'
        ),
    },
  ];
}

function buildScoreColumn(
  name: string,
  ranges: ExperimentColumnsOptions['ranges'],
  optional: boolean,
): DataColumn<ExperimentRow> {
  return {
    id: toScoreKey(name),
    header: name,
    width: 108,
    numeric: true,
    optional,
    cell: (row) => (
      <ScoreBar
        summary={row.annotationSummaries.find((summary) => summary.annotationName === name)}
        range={ranges.get(row.dataset.id)?.get(name)}
        runCount={row.runCount - row.errorRunCount}
      />
    ),
  };
}

function buildFigureColumns(): DataColumn<ExperimentRow>[] {
  return [
    {
      id: 'runs',
      header: 'Runs',
      width: 92,
      numeric: true,
      cell: (row) => <RunProgress {...row} />,
    },
    countColumn({
      id: 'repetitions',
      header: 'Reps',
      label: 'Repetitions',
      width: 72,
      optional: true,
      count: (row) => row.repetitions,
    }),
    durationColumn({
      id: 'latency',
      header: 'Latency',
      label: 'Average latency',
      width: 84,
      ms: (row) => row.averageRunLatencyMs,
    }),
    tokensColumn({
      width: 76,
      of: ({ costSummary: { total, prompt, completion } }) => ({
        total: total.tokens,
        prompt: prompt.tokens,
        completion: completion.tokens,
      }),
    }),
    costColumn({ width: 92, of: (row) => row.costSummary }),
    {
      id: 'errors',
      header: 'Errors',
      label: 'Error rate',
      width: 72,
      numeric: true,
      cell: (row) => <ErrorRate {...row} />,
    },
  ];
}
