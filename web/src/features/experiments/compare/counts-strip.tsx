import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import type { Counts, useComparisonCounts } from '../api/comparison-counts.js';
import { CountsBar } from './counts-bar.js';
import classes from './counts-strip.module.css';

interface CountsStripProps {
  counts: ReturnType<typeof useComparisonCounts>['counts'];
  /** Experiments the base is compared with. */
  compareCount: number;
}

/** How often the base was better than the others, score by score and metric by metric. */
export function CountsStrip({ counts, compareCount }: CountsStripProps) {
  const metrics = counts?.experimentRunMetricComparisons;
  return (
    <section className={classes.strip} aria-label="The base against the others">
      <p className={classes.lead}>The base, run by run, against {opponent(compareCount)}</p>
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

/** What the base is counted against, in words. */
export function opponent(compareCount: number): string {
  return compareCount > 1 ? 'the best of the others' : 'number 1';
}

function Card({ title, counts }: { title: string; counts: Counts | undefined }) {
  return (
    <li className={classes.card}>
      <h2 title={title}>{title}</h2>
      <CountsBar counts={counts} />
    </li>
  );
}
