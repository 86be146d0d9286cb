import { Anchor, Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Notice } from '../feedback/notice.js';
import type { StoredMetric } from './use-sent-metrics.js';

interface MetricFieldProps {
  projectId: string;
  /** The metrics of the project; undefined until loaded. */
  metrics: readonly StoredMetric[] | undefined;
  value: string | null;
  error?: string | undefined;
  onChange: (metric: StoredMetric) => void;
}

const KINDS: Record<StoredMetric['kind'], string> = {
  SUM: 'counter',
  GAUGE: 'gauge',
  HISTOGRAM: 'histogram',
};

/** Chooses one of the metrics that a project stores. Says how to send some if there are none. */
export function MetricField({ projectId, metrics, value, error, onChange }: MetricFieldProps) {
  if (metrics?.length === 0 && !value) {
    return (
      <Notice tone="info">
        This project stores no metrics yet. Run <code>npx spandrel connect</code> to send those of
        coding agents, or send OTLP metrics to <code>/v1/metrics</code>. Metrics other than{' '}
        <code>gen_ai.client.*</code> are only stored if{' '}
        <Anchor component={Link} to={`/projects/${projectId}/config`} inherit underline="always">
          Config
        </Anchor>{' '}
        says so.
      </Notice>
    );
  }
  const known = metrics ?? [];
  const others = value && known.every(({ name }) => name !== value) ? [value] : [];
  return (
    <Select
      label="Metric"
      placeholder="Choose a metric"
      required
      searchable
      allowDeselect={false}
      nothingFoundMessage="No metric has this name."
      data={[
        ...known.map(({ name, unit, kind }) => ({
          value: name,
          label: `${name} (${[KINDS[kind], unit].filter((part) => part !== '').join(', ')})`,
        })),
        ...others,
      ]}
      value={value}
      error={error}
      onChange={(name) => {
        const chosen = known.find((metric) => metric.name === name);
        if (chosen) onChange(chosen);
      }}
    />
  );
}
