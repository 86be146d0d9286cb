import { Tooltip } from '@mantine/core';
import { formatCount, formatExact, formatPlural } from '../../../lib/format/numbers.js';
import classes from './run-progress.module.css';

interface RunProgressProps {
  runCount: number;
  errorRunCount: number;
  expectedRunCount: number;
}

/**
 * The number of runs. While some are missing, also the expected number and a bar that marks failed
 * runs.
 */
export function RunProgress(props: RunProgressProps) {
  const { runCount, errorRunCount, expectedRunCount } = props;
  if (runCount >= expectedRunCount) return <span>{formatCount(runCount)}</span>;
  const done = (count: number) => `${(count / expectedRunCount) * 100}%`;
  const words = [
    `${formatExact(runCount)} of ${formatPlural(expectedRunCount, 'run')}`,
    ...(errorRunCount > 0 ? [`${formatExact(errorRunCount)} failed`] : []),
  ].join(', ');
  return (
    <Tooltip label={words}>
      <span className={classes.progress}>
        <span>
          {formatCount(runCount)} / {formatCount(expectedRunCount)}
        </span>
        <span
          role="progressbar"
          aria-label="Runs"
          aria-valuemin={0}
          aria-valuenow={runCount}
          aria-valuemax={expectedRunCount}
          aria-valuetext={words}
          className={classes.track}
        >
          <span className={classes.done} style={{ width: done(runCount - errorRunCount) }} />
          <span className={classes.failed} style={{ width: done(errorRunCount) }} />
        </span>
      </span>
    </Tooltip>
  );
}

/** Whether more runs are expected. */
export function isIncomplete(experiment: { runCount: number; expectedRunCount: number }): boolean {
  return experiment.runCount < experiment.expectedRunCount;
}
