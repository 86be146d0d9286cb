import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { buildNamedAxis, buildTimeAxis } from '../../../components/charts/time-axis.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { toTimeRange } from '../../../lib/time/time-bins.js';
import type { RuleUse } from '../api/evaluator.js';
import { type ExperimentPoint, useDailyScores, useExperimentScores } from '../api/scores.js';
import { fillDays } from '../score-series.js';
import { ScoreCharts, ScoresSkeleton } from './score-charts.js';
import classes from './score-history.module.css';

interface ExperimentHistoryProps {
  /** The ID of the use of the evaluator in the dataset. */
  useId: string;
  datasetId: string;
}

/** How an evaluator judged in each experiment of a dataset. */
export function ExperimentHistory({ useId, datasetId }: ExperimentHistoryProps) {
  const { points, error, reload } = useExperimentScores(useId);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!points) return <ScoresSkeleton />;
  if (points.length > 0) return <ExperimentCharts points={points} datasetId={datasetId} />;
  return (
    <p className={classes.empty}>
      It has not judged anything here yet. When the server runs an experiment on the dataset, its
      scores appear here.
    </p>
  );
}

interface ExperimentChartsProps {
  points: readonly ExperimentPoint[];
  datasetId: string;
}

function ExperimentCharts({ points, datasetId }: ExperimentChartsProps) {
  const navigate = useNavigate();
  const axis = useMemo(
    () =>
      buildNamedAxis(
        points.map(({ experiment: { name, sequenceNumber } }) => ({
          name: `#${sequenceNumber} ${name}`,
          label: `#${sequenceNumber}`,
        })),
      ),
    [points],
  );
  const open = (first: number, last: number) => {
    const ids = points.slice(first, last + 1).map(({ experiment }) => experiment.id);
    const [only] = ids;
    if (ids.length === 1 && only !== undefined) {
      void navigate({
        to: '/datasets/$datasetId/experiments/$experimentId',
        params: { datasetId, experimentId: only },
      });
      return;
    }
    void navigate({
      to: '/datasets/$datasetId/compare',
      params: { datasetId },
      search: { experimentId: ids },
    });
  };
  return <ScoreCharts axis={axis} points={points} onOpen={open} />;
}

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** How a rule judged on each of the last days. */
export function RuleHistory({ rule }: { rule: RuleUse }) {
  const navigate = useNavigate();
  const { points: days, error, reload } = useDailyScores(rule.id, DAYS);
  const [now] = useState(Date.now);
  const filled = useMemo(() => days && fillDays(days, DAYS, now), [days, now]);
  const axis = useMemo(() => filled && buildTimeAxis(filled.timestamps, DAY_MS), [filled]);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!filled || !axis) return <ScoresSkeleton />;
  if (filled.points.every((point) => point === undefined)) {
    return (
      <p className={classes.empty}>
        It has not judged anything in the last {DAYS} days. Scores appear here once the rule is
        enabled and something arrives that meets its condition.
      </p>
    );
  }
  const { tracesProject } = rule;
  const open = (first: number, last: number) => {
    if (!tracesProject) return;
    const start = axis.starts[first]!;
    void navigate({
      to: '/projects/$projectId/traces',
      params: { projectId: tracesProject.id },
      search: toTimeRange(start, axis.starts[last + 1] ?? axis.end, start),
    });
  };
  return <ScoreCharts axis={axis} points={filled.points} onOpen={open} />;
}
