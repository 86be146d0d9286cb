import type { Direction } from '../../../components/score-labels/score-texts.js';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import type { Counts, useComparisonCounts } from '../api/comparison-counts.js';
import { CountsBar } from './counts-bar.js';
import classes from './counts-strip.module.css';

interface CountsStripProps {
  counts: ReturnType<typeof useComparisonCounts>['counts'];
  /** The number of experiments that are compared with the base experiment. */
  compareCount: number;
}

/** How often the others were better than the base experiment, per score and metric. */
export function CountsStrip({ counts, compareCount }: CountsStripProps) {
  const metrics = counts?.experimentRunMetricComparisons;
  return (
    <section className={classes.strip} aria-label="Counts against the base experiment">
      <p className={classes.lead}>
        {describeCandidate(compareCount)} compared with the base experiment
      </p>
      <ScrollRegion label="Counts" className={classes.scroller}>
        <ul className={classes.cards}>
          {counts?.experimentAnnotationComparisons.map(
            ({ annotationName, optimizationDirection, counts: one }) => (
              <Card
                key={annotationName}
                title={annotationName}
                counts={one}
                direction={optimizationDirection}
              />
            ),
          )}
          <Card title="Latency" counts={metrics?.latency} />
          <Card title="Tokens" counts={metrics?.totalTokenCount} />
        </ul>
      </ScrollRegion>
    </section>
  );
}

/** Describes the experiments that are compared with the base experiment. */
export function describeCandidate(compareCount: number): string {
  return compareCount > 1 ? 'The best of the others' : 'Experiment 1';
}

interface CardProps {
  title: string;
  counts: Counts | undefined;
  direction?: Direction;
}

function Card({ title, counts, direction }: CardProps) {
  return (
    <li className={classes.card}>
      <h2 title={title}>{title}</h2>
      <CountsBar counts={counts} direction={direction} />
    </li>
  );
}
