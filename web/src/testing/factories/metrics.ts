import {
  MetricAttributesQuery,
  type StoredMetric,
  StoredMetricsQuery,
} from '../../components/metrics/use-sent-metrics.js';
import { answer, type Answer } from '../answers.js';
import { PROJECT } from './project-scope.js';

/** A metric of which some points are stored. */
export function aMetric(name: string, kind: StoredMetric['kind'] = 'SUM'): StoredMetric {
  return { name, unit: 'tokens', kind, keptCount: 3 };
}

/** Answers with the metrics of a project, whose points have two attributes. */
export function metricsOf(...sentMetrics: StoredMetric[]): Answer[] {
  return [
    answer(StoredMetricsQuery, { node: { ...PROJECT, sentMetrics } }),
    answer(MetricAttributesQuery, {
      node: { ...PROJECT, metricAttributes: ['model', 'user.email'] },
    }),
  ];
}
