import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import type { Counts, useComparisonCounts } from '../api/comparison-counts.js';
import { CountsBar } from './counts-bar.js';
import classes from './counts-strip.module.css';

interface CountsStripProps {
  counts: ReturnType<typeof useComparisonCounts>['counts'];
  /** The number of experiments that the base experiment is compared with. */
  compareCount: number;
}

/** How often the base experiment was better than the others, per score and metric. */
export function CountsStrip({ counts, compareCount }: CountsStripProps) {
  const metrics = counts?.experimentRunMetricComparisons;
  return (
    <section className={classes.strip} aria-label="Base experiment compared with the others">
      <p className={classes.lead}>
        Runs of the base experiment compared with {describeOpponent(compareCount)}
      </p>
      <ScrollRegion label="Counts" className={classes.scroller}>
        <ul className={classes.cards}>
          {counts?.experimentAnnotationComparisons.map(({ annotationName, counts: one }) => (
            <Card key={annotationName} title={annotationName} counts={one} />
          ))}
          <Card title="Latency" counts={metrics?.latency} />
          <Card title="Tokens" counts={metrics?.totalTokenCount} />
        </ul>
      </ScrollRegion>
    </section>
  );
}

/** Describes the experiments that the base experiment is compared with. */
export function describeOpponent(compareCount: number): string {
  return compareCount > 1 ? 'the best of the others' : 'experiment 1';
}

function Card({ title, counts }: { title: string; counts: Counts | undefined }) {
  return (
    <li className={classes.card}>
      <h2 title={title}>{title}</h2>
      <CountsBar counts={counts} />
    </li>
  );
}
