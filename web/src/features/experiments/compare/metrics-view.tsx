import type { ReactNode } from 'react';
import { Duration } from '../../../components/data-display/duration.js';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import { TokenCount } from '../../../components/data-display/token-count.js';
import { formatScore, formatShare } from '../../../lib/format/numbers.js';
import type { ComparedExperiment } from '../api/compared-experiments.js';
import type { useComparisonCounts } from '../api/comparison-counts.js';
import type { ScoreRange } from '../scores.js';
import { type Bar, lengthBars, scoreBars, topLabels } from './bars.js';
import { MetricCard } from './metric-card.js';
import classes from './metrics-view.module.css';

interface MetricsViewProps {
  experiments: readonly ComparedExperiment[];
  scores: readonly string[];
  ranges: ReadonlyMap<string, ScoreRange>;
  counts: ReturnType<typeof useComparisonCounts>['counts'];
}

/** Score by score and metric by metric: the averages as bars, and how often the base was better. */
export function MetricsView({ experiments, scores, ranges, counts }: MetricsViewProps) {
  const metrics = counts?.experimentRunMetricComparisons;
  const compareCount = experiments.length - 1;
  return (
    <ScrollRegion label="Metrics" className={classes.scroller}>
      <ul className={classes.cards}>
        {scores.map((name) => {
          const range = ranges.get(name);
          return range ? (
            <MetricCard
              key={name}
              title={name}
              note="mean score"
              bars={valuesAs(formatScore, scoreBars(experiments, name, range))}
              counts={
                counts?.experimentAnnotationComparisons.find((one) => one.annotationName === name)
                  ?.counts
              }
              compareCount={compareCount}
            />
          ) : (
            <MetricCard
              key={name}
              title={name}
              note="labels"
              bars={experiments.map((one) => ({ id: one.id, text: <Labels {...{ one, name }} /> }))}
            />
          );
        })}
        <MetricCard
          title="Latency"
          note="average of a run"
          bars={valuesAs(
            asDuration,
            lengthBars(experiments, (one) => one.averageRunLatencyMs),
          )}
          counts={metrics?.latency}
          compareCount={compareCount}
        />
        {TOKENS.map(({ key, title, metric }) => (
          <MetricCard
            key={key}
            title={title}
            note="all runs"
            bars={valuesAs(
              asTokens,
              lengthBars(experiments, ({ costSummary }) => costSummary[key].tokens),
            )}
            counts={metrics?.[metric]}
            compareCount={compareCount}
          />
        ))}
        <MetricCard
          title="Errors"
          note="share of the runs"
          bars={valuesAs(
            formatShare,
            experiments.map(({ id, errorRate }) => ({
              id,
              value: errorRate,
              fill: errorRate ?? 0,
            })),
          )}
        />
      </ul>
    </ScrollRegion>
  );
}

const TOKENS = [
  { key: 'total', title: 'Tokens', metric: 'totalTokenCount' },
  { key: 'prompt', title: 'Prompt tokens', metric: 'promptTokenCount' },
  { key: 'completion', title: 'Completion tokens', metric: 'completionTokenCount' },
] as const;

/** The value of a bar in the words of its metric; a dash where there is none. */
function valuesAs(write: (value: number) => ReactNode, bars: readonly Bar[]) {
  return bars.map(({ id, value, fill }) => ({
    id,
    fill,
    text: value === null ? '–' : write(value),
  }));
}

const asDuration = (ms: number) => <Duration ms={ms} />;
const asTokens = (total: number) => <TokenCount total={total} />;

function Labels({ one, name }: { one: ComparedExperiment; name: string }) {
  const labels = topLabels(one, name);
  if (labels.length === 0) return '–';
  return (
    <ul className={classes.labels}>
      {labels.map(({ label, fraction }) => (
        <li key={label}>
          <span dir="auto">{label}</span> <b className="numeric">{formatShare(fraction)}</b>
        </li>
      ))}
    </ul>
  );
}
