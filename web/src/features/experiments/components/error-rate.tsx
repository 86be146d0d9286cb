import { Tooltip } from '@mantine/core';
import { formatExact, formatPlural, formatShare } from '../../../lib/format/numbers.js';
import classes from './error-rate.module.css';

interface ErrorRateProps {
  errorRate: number | null;
  errorRunCount: number;
  runCount: number;
}

/** The share of runs that failed; a dash before the first run. */
export function ErrorRate({ errorRate, errorRunCount, runCount }: ErrorRateProps) {
  if (errorRate === null || runCount === 0) return <span className={classes.none}>–</span>;
  return (
    <Tooltip label={`${formatExact(errorRunCount)} of ${formatPlural(runCount, 'run')} failed`}>
      <span className={errorRunCount > 0 ? classes.some : classes.none}>
        {formatShare(errorRate)}
      </span>
    </Tooltip>
  );
}
