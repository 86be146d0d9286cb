import { Skeleton } from '@mantine/core';
import { describeError } from '../../../lib/errors/server-errors.js';
import { type Previewed, useAlertPreview } from '../api/alert-rules.js';
import { formatValue, isBeyond } from '../alert-texts.js';
import classes from './alert-preview.module.css';

const HEIGHT = 72;
/** Space above the highest value. */
const MARGIN = 4;

interface AlertPreviewProps {
  projectId: string;
  previewed: Previewed;
  /** In the unit of the API; undefined while it is not a number. */
  threshold: number | undefined;
}

/** The values that a rule would have measured on the last day, beside its threshold. */
export function AlertPreview({ projectId, previewed, threshold }: AlertPreviewProps) {
  const { comparison, groupBy } = previewed;
  const isComplete =
    (previewed.measure !== 'SCORE' || Boolean(previewed.annotation?.trim())) &&
    (previewed.target !== 'METRICS' || Boolean(previewed.metric)) &&
    (groupBy !== 'ATTRIBUTE' || Boolean(previewed.groupAttribute?.trim()));
  const { points, error, isLoading } = useAlertPreview(projectId, previewed, isComplete);
  if (!isComplete) return null;
  if (error) return <p className={classes.note}>{describeError(error).detail}</p>;
  if (isLoading || !points) return <Skeleton height={HEIGHT} />;
  const values = points.map(({ value }) => value);
  const shown = [...values.filter((value) => value !== null), threshold ?? 0, 0];
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  const yOf = (value: number) =>
    high === low ? HEIGHT : HEIGHT - ((value - low) / (high - low)) * (HEIGHT - MARGIN);
  const limit = threshold === undefined ? undefined : { comparison, threshold };
  const count = limit ? values.filter((value) => isBeyond(limit, value)).length : 0;
  const last = values.at(-1) ?? null;
  const side = comparison === 'ABOVE' ? 'highest' : 'lowest';
  const which = groupBy ? `${side} value in the last window` : 'last value';
  const current = `The ${which} is ${formatValue(previewed, last)}.`;
  const beyond = `Beyond the threshold in ${count} of the last ${values.length} windows.`;
  const summary = limit ? `${beyond} ${current}` : current;
  return (
    <div>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${values.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
      >
        {points.map(({ time, value }, at) =>
          value === null ? null : (
            <rect
              key={time}
              className={limit && isBeyond(limit, value) ? classes.beyond : classes.bar}
              x={at + 0.1}
              width={0.8}
              y={Math.min(yOf(value), yOf(0))}
              height={Math.max(1, Math.abs(yOf(value) - yOf(0)))}
            />
          ),
        )}
        {threshold === undefined ? null : (
          <line
            className={classes.threshold}
            x1={0}
            x2={values.length}
            y1={yOf(threshold)}
            y2={yOf(threshold)}
          />
        )}
      </svg>
      <p className={classes.note}>{summary}</p>
    </div>
  );
}
