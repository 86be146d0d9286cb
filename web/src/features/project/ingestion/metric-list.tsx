import { formatCount, formatPlural } from '../../../lib/format/numbers.js';
import type { SentMetric } from '../api/ingestion.js';
import classes from './ingestion.module.css';

/** The metrics that were sent to the project, and which of them are only counted. */
export function MetricList({ metrics }: { metrics: readonly SentMetric[] }) {
  return (
    <ul className={classes.metrics}>
      {metrics.map((metric) => (
        <li key={metric.name}>
          <code>{metric.name}</code> <span className={classes.none}>{describePoints(metric)}</span>
        </li>
      ))}
    </ul>
  );
}

function describePoints({ pointCount, keptCount }: SentMetric): string {
  const points = pointCount === 1 ? formatPlural(1, 'point') : `${formatCount(pointCount)} points`;
  if (keptCount === 0) return `${points}, counted only`;
  return keptCount < pointCount ? `${points}, ${formatCount(keptCount)} kept` : points;
}
