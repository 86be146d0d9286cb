import { Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Duration } from '../../../components/data-display/duration.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { PayloadPreview } from '../../../components/payloads/payload-preview.js';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import { StatusMark } from '../../../components/spans/status-mark.js';
import { listNodes } from '../../../lib/data/connections.js';
import type { Json } from '../../../lib/json/exact-json.js';
import { formatExact, formatScore } from '../../../lib/format/numbers.js';
import { type ExampleRun, useExampleRuns } from '../api/example-runs.js';
import { useDataset } from './dataset-context.js';
import classes from './example-runs.module.css';

const STEP = 20;

/** The runs of an example in all experiments, newest first. */
export function ExampleRuns({ exampleId }: { exampleId: string }) {
  const [first, setFirst] = useState(STEP);
  const { runs, hasMore, error, reload } = useExampleRuns(exampleId, first);
  return (
    <section className={classes.section} aria-label="Runs">
      <h3 className={classes.title}>Runs</h3>
      {error && !runs ? <ErrorState error={error} onRetry={reload} /> : null}
      {!error && !runs ? <Skeleton height={38} /> : null}
      {runs?.length === 0 ? (
        <p className={classes.none}>No experiment has run on this example yet.</p>
      ) : null}
      {runs && runs.length > 0 ? <RunsTable runs={runs} /> : null}
      {hasMore ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setFirst(first + STEP * 5)}>
          Show older runs
        </Button>
      ) : null}
    </section>
  );
}

function RunsTable({ runs }: { runs: readonly ExampleRun[] }) {
  return (
    <ScrollRegion label="Runs of this example" className={classes.scroller}>
      <table className={classes.table}>
        <colgroup>
          <col className={classes.experimentColumn} />
          <col />
          <col className={classes.scoresColumn} />
          <col className={classes.latencyColumn} />
          <col className={classes.traceColumn} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Experiment</th>
            <th scope="col">Output</th>
            <th scope="col">Scores</th>
            <th scope="col" data-numeric>
              Latency
            </th>
            <th scope="col">Trace</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function RunRow({ run }: { run: ExampleRun }) {
  const { id: datasetId } = useDataset();
  const { experiment, repetitionNumber, trace } = run;
  return (
    <tr>
      <td>
        <span className={classes.experiment}>
          <Link
            to="/datasets/$datasetId/experiments/$experimentId/runs/$runId"
            params={{ datasetId, experimentId: experiment.id, runId: run.id }}
            className={classes.link}
            title={experiment.name}
            dir="auto"
          >
            #{experiment.sequenceNumber} {experiment.name}
          </Link>
          {experiment.repetitions > 1 ? (
            <span className={classes.repetition} title={`Repetition ${repetitionNumber}`}>
              · {repetitionNumber}
            </span>
          ) : null}
        </span>
      </td>
      <td>
        {run.error === null ? (
          <PayloadPreview value={run.output as Json} />
        ) : (
          <span className={classes.error}>
            <StatusMark status="ERROR" message={run.error} size={14} />
            <span title={run.error}>{run.error}</span>
          </span>
        )}
      </td>
      <td>
        <Scores annotations={listNodes(run.annotations)} />
      </td>
      <td data-numeric>
        <Duration ms={run.latencyMs} />
      </td>
      <td>
        {trace && run.traceId ? (
          <Link
            to="/projects/$projectId/traces/$traceId"
            params={{ projectId: trace.projectId, traceId: run.traceId }}
            search={{ timeRangeKey: 'all' }}
            className={classes.link}
          >
            Open
          </Link>
        ) : (
          <span className={classes.dimmed}>–</span>
        )}
      </td>
    </tr>
  );
}

function Scores({
  annotations,
}: {
  annotations: ExampleRun['annotations']['edges'][number]['node'][];
}) {
  if (annotations.length === 0) return <span className={classes.dimmed}>–</span>;
  return (
    <span className={classes.scores}>
      {annotations.map(({ id, name, label, score, explanation, error }) => (
        <span key={id} className={classes.score} title={error ?? explanation ?? undefined}>
          <span className={classes.dimmed}>{name}</span>{' '}
          {error === null ? null : <span className={classes.failed}>failed</span>}
          {label === null ? null : label}
          {label === null || score === null ? null : ' '}
          {score === null ? null : (
            <span className="numeric" title={formatExact(score)}>
              {formatScore(score)}
            </span>
          )}
        </span>
      ))}
    </span>
  );
}
