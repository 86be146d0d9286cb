import { ErrorState } from '../../../components/feedback/error-state.js';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import { formatCount, formatPlural } from '../../../lib/format/numbers.js';
import type { SentMetric, useIngestionHealth } from '../api/ingestion.js';
import { ExporterList } from './exporter-list.js';
import classes from './ingestion.module.css';

/** The exporters that send to a project, and the metrics that they sent. */
export function IngestionHealth({ health }: { health: ReturnType<typeof useIngestionHealth> }) {
  return (
    <ScrollRegion label="Exporters" className={classes.exporters}>
      <h2>Exporters</h2>
      {health.error && !health.exporters ? (
        <ErrorState error={health.error} onRetry={health.reload} />
      ) : (
        <ExporterList exporters={health.exporters} />
      )}
      {health.metrics && health.metrics.length > 0 ? (
        <>
          <h2>Metrics</h2>
          <MetricList metrics={health.metrics} />
        </>
      ) : null}
    </ScrollRegion>
  );
}

/** The metrics that were sent to the project, and which of them are only counted. */
function MetricList({ metrics }: { metrics: readonly SentMetric[] }) {
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
