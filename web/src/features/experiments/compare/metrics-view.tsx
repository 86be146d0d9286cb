import type { ReactNode } from 'react';
import { formatScore, formatShare } from '../../../lib/format/numbers.js';
import { Cost } from '../../../components/costs/cost.js';
import { UnpricedNote } from '../../../components/costs/unpriced-note.js';
import { Duration } from '../../../components/data-display/duration.js';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import { TokenCount } from '../../../components/data-display/token-count.js';
import type { ComparedExperiment } from '../api/compared-experiments.js';
import type { useComparisonCounts } from '../api/comparison-counts.js';
import type { ScoreRange } from '../scores.js';
import { type Bar, createLengthBars, createScoreBars, findTopLabels } from './bars.js';
import { MetricCard } from './metric-card.js';
import classes from './metrics-view.module.css';

interface MetricsViewProps {
  experiments: readonly ComparedExperiment[];
  scores: readonly string[];
  ranges: ReadonlyMap<string, ScoreRange>;
  counts: ReturnType<typeof useComparisonCounts>['counts'];
}

/**
 * A card per score and metric: the averages as bars, and how often the others were better than the base experiment.
 */
export function MetricsView({ experiments, scores, ranges, counts }: MetricsViewProps) {
  const metrics = counts?.experimentRunMetricComparisons;
  const compareCount = experiments.length - 1;
  return (
    <ScrollRegion label="Metrics" className={classes.scroller}>
      <ul className={classes.cards}>
        {scores.map((name) => {
          const range = ranges.get(name);
          const compared = counts?.experimentAnnotationComparisons.find(
            (one) => one.annotationName === name,
          );
          return range ? (
            <MetricCard
              key={name}
              title={name}
              note="mean score"
              bars={formatValues(formatScore, createScoreBars(experiments, name, range))}
              counts={compared?.counts}
              direction={compared?.optimizationDirection}
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
          note="average per run"
          bars={formatValues(
            formatAsDuration,
            createLengthBars(experiments, (one) => one.averageRunLatencyMs),
          )}
          counts={metrics?.latency}
          compareCount={compareCount}
        />
        {TOKENS.map(({ key, title, metric }) => (
          <MetricCard
            key={key}
            title={title}
            note="all runs"
            bars={formatValues(
              formatAsTokens,
              createLengthBars(experiments, ({ costSummary }) => costSummary[key].tokens),
            )}
            counts={metrics?.[metric]}
            compareCount={compareCount}
          />
        ))}
        <MetricCard
          title="Cost"
          note="all runs"
          bars={createLengthBars(experiments, ({ costSummary }) => costSummary.total.cost).map(
            ({ id, fill }, index) => {
              const counts = experiments[index]!.costSummary;
              return {
                id,
                fill,
                text: <Cost summary={counts} />,
                note: <UnpricedNote counts={counts} owner={{ id }} />,
              };
            },
          )}
          counts={metrics?.totalCost}
          compareCount={compareCount}
        />
        <MetricCard
          title="Errors"
          note="share of runs"
          bars={formatValues(
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

/** Formats the values of bars; a dash if there is none. */
function formatValues(write: (value: number) => ReactNode, bars: readonly Bar[]) {
  return bars.map(({ id, value, fill }) => ({
    id,
    fill,
    text: value === null ? '–' : write(value),
  }));
}

const formatAsDuration = (ms: number) => <Duration ms={ms} />;
const formatAsTokens = (total: number) => <TokenCount total={total} />;

function Labels({ one, name }: { one: ComparedExperiment; name: string }) {
  const labels = findTopLabels(one, name);
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
