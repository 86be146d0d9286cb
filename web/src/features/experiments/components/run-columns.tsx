import {
  costColumn,
  durationColumn,
  tokensColumn,
} from '../../../components/data-table/figure-columns.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { PayloadPreview } from '../../../components/payloads/payload-preview.js';
import { StatusMark } from '../../../components/spans/status-mark.js';
import { listNodes } from '../../../lib/data/connections.js';
import type { Json } from '../../../lib/json/exact-json.js';
import type { RunRow } from '../api/runs-list.js';
import { readExperimentSearch, toScoreKey } from '../search.js';
import classes from './run-columns.module.css';
import { ScoreText } from './score-text.js';
import { TraceLink } from './trace-link.js';
import { textColumn, timeColumn } from '../../../components/data-table/common-columns.js';
import { NameLink } from '../../../components/data-table/name-link.js';

interface RunColumnsOptions {
  datasetId: string;
  experimentId: string;
  repetitions: number;
  scores: readonly string[];
}

/** Returns the columns of the runs of an experiment. */
export function runColumns(options: RunColumnsOptions): DataColumn<RunRow>[] {
  const { repetitions, scores } = options;
  return [
    buildInputColumn(options),
    {
      id: 'status',
      header: 'Status',
      width: 64,
      cell: ({ error }) => <StatusMark status={error === null ? 'OK' : 'ERROR'} message={error} />,
    },
    {
      id: 'reference',
      header: 'Reference',
      width: 180,
      grow: true,
      cell: ({ example }) => <PayloadPreview value={example.revision.output as Json} />,
    },
    {
      id: 'output',
      header: 'Output',
      width: 220,
      grow: true,
      cell: (run) => <OutputPreview run={run} />,
    },
    {
      id: 'repetition',
      header: 'Rep',
      label: 'Repetition',
      width: 56,
      numeric: true,
      optional: repetitions < 2,
      cell: (run) => run.repetitionNumber,
    },
    ...scores.map(buildScoreColumn),
    durationColumn({
      id: 'latency',
      header: 'Latency',
      width: 84,
      sortKey: 'latencyMs',
      ms: (run) => run.latencyMs,
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
    timeColumn({
      id: 'startTime',
      header: 'Started',
      optional: true,
      time: (run) => run.startTime,
    }),
    textColumn({
      id: 'exampleId',
      header: 'Example ID',
      width: 150,
      optional: true,
      text: ({ example }) => example.externalId ?? example.id,
    }),
    {
      id: 'trace',
      header: 'Trace',
      width: 64,
      numeric: true,
      cell: (run) => <TraceLink trace={run.trace} />,
    },
  ];
}

function buildInputColumn(options: RunColumnsOptions): DataColumn<RunRow> {
  const { datasetId, experimentId } = options;
  return {
    id: 'input',
    header: 'Input',
    width: 220,
    grow: true,
    required: true,
    cell: (run) => (
      <NameLink
        to="/datasets/$datasetId/experiments/$experimentId/runs/$runId"
        params={{ datasetId, experimentId, runId: run.id }}
        search={(now) => readExperimentSearch(now)}
        className={classes.input}
      >
        <PayloadPreview value={run.example.revision.input as Json} />
      </NameLink>
    ),
  };
}

function OutputPreview({ run }: { run: RunRow }) {
  if (run.error !== null && run.output === null) {
    return (
      <span className={classes.error} title={run.error} dir="auto">
        {run.error || 'Failed without a message'}
      </span>
    );
  }
  return <PayloadPreview value={run.output as Json} />;
}

function buildScoreColumn(name: string): DataColumn<RunRow> {
  return {
    id: toScoreKey(name),
    header: name,
    // Holds a label such as “incorrect” and its score.
    width: 128,
    numeric: true,
    sortKey: toScoreKey(name),
    cell: ({ annotations }) => (
      <ScoreText evaluation={listNodes(annotations).find((one) => one.name === name)} />
    ),
  };
}
