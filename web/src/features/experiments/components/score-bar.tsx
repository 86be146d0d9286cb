import { Tooltip } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { formatExact, formatPlural, formatScore } from '../../../lib/format/numbers.js';
import { computeScoreFill, type ScoreRange } from '../scores.js';
import classes from './score-bar.module.css';

/** The evaluations of an experiment’s runs by one evaluator. */
export interface ScoreSummary {
  meanScore: number | null;
  count: number;
  scoreCount: number;
  labelCount: number;
  errorCount: number;
}

interface ScoreBarProps {
  summary: ScoreSummary | undefined;
  /** The range of the bar. */
  range: ScoreRange | undefined;
  /** The number of runs that could have a score. */
  runCount: number;
}

/**
 * A mean score as a number and a bar. If some runs have no score, also the number of scored runs.
 */
export function ScoreBar({ summary, range, runCount }: ScoreBarProps) {
  if (!summary || summary.count === 0) return <span className={classes.none}>–</span>;
  const { meanScore, count, scoreCount, labelCount, errorCount } = summary;
  const rated = Math.max(scoreCount, labelCount);
  return (
    <Tooltip label={<Explanation summary={summary} range={range} runCount={runCount} />}>
      <span className={classes.score}>
        <span className={classes.value}>
          {errorCount > 0 ? (
            <TriangleAlert
              size={13}
              className={classes.failed}
              aria-label={`${formatPlural(errorCount, 'evaluation')} failed`}
            />
          ) : null}
          {rated < runCount && count > 0 ? (
            <small className={classes.coverage}>
              {rated}/{runCount}
            </small>
          ) : null}
          {meanScore === null ? <small>labels</small> : formatScore(meanScore)}
        </span>
        <span className={classes.track} aria-hidden>
          {meanScore === null || !range ? null : (
            <span
              className={classes.fill}
              style={{ width: `${computeScoreFill(meanScore, range) * 100}%` }}
            />
          )}
        </span>
      </span>
    </Tooltip>
  );
}

function Explanation({ summary, range, runCount }: ScoreBarProps & { summary: ScoreSummary }) {
  const { meanScore, scoreCount, labelCount, errorCount } = summary;
  return (
    <span className="numeric">
      {meanScore === null ? 'No scores' : `Mean ${formatExact(meanScore)}`}
      {range ? ` on a scale from ${formatScore(range.min)} to ${formatScore(range.max)}` : ''}
      <br />
      {`${formatExact(scoreCount)} of ${formatPlural(runCount, 'run')} scored`}
      {labelCount > 0 ? `, ${formatExact(labelCount)} labeled` : ''}
      {errorCount > 0 ? `, ${formatPlural(errorCount, 'evaluation')} failed` : ''}
    </span>
  );
}
