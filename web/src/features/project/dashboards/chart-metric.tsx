import { Select } from '@mantine/core';
import {
  fitAggregation,
  listAggregations,
} from '../../../components/metrics/metric-aggregations.js';
import { MetricField } from '../../../components/metrics/metric-field.js';
import { useStoredMetrics } from '../../../components/metrics/use-sent-metrics.js';
import type { DashboardChart } from '../api/dashboards.js';
import { useProject } from '../components/project-context.js';
import classes from './chart-editor.module.css';

interface ChartMetricProps {
  chart: DashboardChart;
  onChange: (parts: Partial<DashboardChart>) => void;
}

/** The metric of a chart, and what to show of it. */
export function ChartMetric({ chart, onChange }: ChartMetricProps) {
  const { id } = useProject();
  const metrics = useStoredMetrics(id, true);
  const chosen = metrics?.find(({ name }) => name === chart.metric);
  return (
    <div className={classes.pair}>
      <MetricField
        projectId={id}
        metrics={metrics}
        value={chart.metric}
        onChange={({ name, kind }) =>
          onChange({ metric: name, aggregation: fitAggregation(kind, chart.aggregation) })
        }
      />
      {chart.metric ? (
        <Select
          label="Show"
          allowDeselect={false}
          data={[...listAggregations(chosen?.kind)]}
          value={chart.aggregation}
          onChange={(aggregation) =>
            onChange({ aggregation: fitAggregation(chosen?.kind, aggregation ?? '') })
          }
        />
      ) : null}
    </div>
  );
}
