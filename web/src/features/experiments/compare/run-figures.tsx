import { Link } from '@tanstack/react-router';
import { ListTree } from 'lucide-react';
import { describeUnpriced } from '../../../components/costs/cost-fields.js';
import {
  formatCost,
  formatCostExact,
  formatCount,
  formatDurationExact,
  formatExact,
  formatLatency,
} from '../../../lib/format/numbers.js';
import type { ComparedRun } from '../api/comparison.js';
import classes from './run-figures.module.css';

interface RunFiguresProps {
  run: Pick<ComparedRun, 'latencyMs' | 'costSummary' | 'repetitionNumber' | 'trace'>;
  /** Whether to show which repetition this is. */
  withRepetition: boolean;
}

/**
 * The figures of a run, with a link to its trace. Uses the browser’s own tooltips, because a
 * comparison renders hundreds of these while scrolling.
 */
export function RunFigures({ run, withRepetition }: RunFiguresProps) {
  const { latencyMs, costSummary, repetitionNumber, trace } = run;
  const { total, prompt, completion } = costSummary;
  const missing = describeUnpriced(costSummary);
  return (
    <div className={`${classes.figures} numeric`}>
      {withRepetition ? <span>Repetition {repetitionNumber}</span> : null}
      <span title={formatDurationExact(latencyMs)}>{formatLatency(latencyMs)}</span>
      {total.tokens ? (
        <span
          title={`prompt ${formatExact(prompt.tokens ?? 0)}, completion ${formatExact(completion.tokens ?? 0)}`}
        >
          {formatCount(total.tokens)} tokens
        </span>
      ) : null}
      {total.cost === null ? (
        missing && <span title={missing}>not priced</span>
      ) : (
        <span title={[formatCostExact(total.cost), missing].filter(Boolean).join(', ')}>
          {formatCost(total.cost)}
          {missing ? '+' : ''}
        </span>
      )}
      {trace ? (
        <Link
          to="/projects/$projectId/traces/$traceId"
          params={{ projectId: trace.projectId, traceId: trace.traceId }}
          search={{ timeRangeKey: 'all' }}
          className={classes.trace}
          aria-label="Open trace"
          title="Open trace"
        >
          <ListTree size={15} aria-hidden />
        </Link>
      ) : null}
    </div>
  );
}
