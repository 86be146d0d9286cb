import { useMemo } from 'react';
import { SCORES } from '../../../components/charts/chart-series.js';
import type { TimeRangeSearch } from '../../../lib/time/time-range.js';
import type { ProjectTab } from '../tabs.js';
import { defineAnnotation, readLabels, readMeanScore } from './annotation-charts.js';
import section from './chart-section.module.css';
import { MetricsFrame } from './metrics-frame.js';
import { SeriesChart } from './series-chart.js';

interface AnnotationHistoryProps {
  /** What the annotations are about. */
  tab: ProjectTab;
  /** Of the annotations. */
  name: string;
  range: TimeRangeSearch;
}

/** The mean score and the labels of an annotation of the project over time. */
export function AnnotationHistory({ tab, name, range }: AnnotationHistoryProps) {
  const [scores, labels] = useMemo(() => {
    const chart = defineAnnotation(tab, name);
    return [
      {
        ...chart,
        title: 'Mean score',
        kind: 'lines' as const,
        format: SCORES,
        read: (project: Parameters<typeof chart.read>[0]) =>
          readMeanScore(project[tab]?.data ?? []),
        empty: 'No scores in this range.',
      },
      {
        ...chart,
        title: 'Labels',
        read: (project: Parameters<typeof chart.read>[0]) => readLabels(project[tab]?.data ?? []),
        empty: 'No labels in this range.',
      },
    ];
  }, [tab, name]);
  return (
    <MetricsFrame range={range}>
      <div className={section.charts}>
        <SeriesChart chart={scores} />
        <SeriesChart chart={labels} />
      </div>
    </MetricsFrame>
  );
}
