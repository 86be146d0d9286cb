import { Tooltip } from '@mantine/core';
import { CostBreakdown } from '../../../components/costs/cost.js';
import { UnpricedNote } from '../../../components/costs/unpriced-note.js';
import { Duration } from '../../../components/data-display/duration.js';
import { type Stat, StatStrip } from '../../../components/data-display/stat-strip.js';
import { TokenCount } from '../../../components/data-display/token-count.js';
import {
  formatExact,
  formatPlural,
  formatScore,
  formatShare,
} from '../../../lib/format/numbers.js';
import type { ExperimentDetail } from '../api/experiment.js';
import { ErrorRate } from './error-rate.js';
import classes from './experiment-figures.module.css';
import { RunProgress } from './run-progress.js';

/** The figures of an experiment: runs, failures, latency, tokens, cost and every score. */
export function ExperimentFigures({ experiment }: { experiment: ExperimentDetail }) {
  const { costSummary, costDetailSummaryEntries, annotationSummaries, scores } = experiment;
  const stats: Stat[] = [
    {
      label: 'Runs',
      value: (
        <span className={classes.runs}>
          <RunProgress {...experiment} />
        </span>
      ),
    },
    { label: 'Errors', value: <ErrorRate {...experiment} /> },
    { label: 'Latency', value: <Duration ms={experiment.averageRunLatencyMs} /> },
    {
      label: 'Tokens',
      value: (
        <TokenCount
          total={costSummary.total.tokens}
          prompt={costSummary.prompt.tokens}
          completion={costSummary.completion.tokens}
        />
      ),
    },
    {
      label: 'Cost',
      value: <CostBreakdown summary={costSummary} details={costDetailSummaryEntries} />,
      note: <UnpricedNote counts={costSummary} owner={{ id: experiment.id }} />,
    },
    ...annotationSummaries.map((summary) => ({
      label: summary.annotationName,
      value: (
        <Score
          summary={summary}
          labels={
            scores.find(({ annotationName }) => annotationName === summary.annotationName)
              ?.labelFractions ?? []
          }
        />
      ),
    })),
  ];
  return <StatStrip stats={stats} />;
}

interface ScoreProps {
  summary: ExperimentDetail['annotationSummaries'][number];
  labels: readonly { label: string; fraction: number }[];
}

/** Labels next to a mean score, most frequent first. */
const LABELS_SHOWN = 2;

function Score({ summary, labels }: ScoreProps) {
  const { meanScore, count, errorCount, scoreCount } = summary;
  const sorted = labels.toSorted((a, b) => b.fraction - a.fraction);
  const shown = sorted.slice(0, LABELS_SHOWN);
  return (
    <Tooltip
      multiline
      maw={360}
      label={
        <span className="numeric">
          {meanScore === null
            ? formatPlural(count, 'evaluation')
            : `Mean ${formatExact(meanScore)} of ${formatPlural(scoreCount, 'score')}`}
          {errorCount > 0 ? `, ${formatExact(errorCount)} failed` : ''}
          {sorted.map(({ label, fraction }) => (
            <span key={label}>
              <br />
              {label} {formatShare(fraction)}
            </span>
          ))}
        </span>
      }
    >
      <span
        className={classes.score}
        data-wide={(meanScore === null && shown.length > 0) || undefined}
      >
        {meanScore === null ? null : formatScore(meanScore)}
        {shown.map(({ label, fraction }) => (
          <small key={label} className={classes.label} data-alone={meanScore === null || undefined}>
            <span className={classes.labelName}>{label}</span> {formatShare(fraction)}
          </small>
        ))}
        {meanScore === null && shown.length === 0 ? '–' : null}
      </span>
    </Tooltip>
  );
}
