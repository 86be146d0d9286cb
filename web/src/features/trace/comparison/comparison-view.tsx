import { Splitter } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';
import type { SpanPair, TraceComparison } from '../api/trace-comparison.js';
import { ComparisonHeader } from './comparison-header.js';
import classes from './comparison-view.module.css';
import { PairDetail } from './pair-detail.js';
import { PairList } from './pair-list.js';
import { differs, findPair, getLead } from './span-pairs.js';

/** Below this width in pixels, the detail is shown below the list. */
const STACK_BELOW = 720;

interface ComparisonViewProps {
  comparison: TraceComparison;
  /** Global ID of a span of the selected pair. */
  spanId: string | undefined;
  onSelect: (spanId: string) => void;
  isDiffering: boolean;
  onDifferingChange: (isDiffering: boolean) => void;
  onSwap: () => void;
}

/** Two traces: their figures, the pairs of their spans, and the selected pair. */
export function ComparisonView(props: ComparisonViewProps) {
  const { comparison, spanId, onSelect, isDiffering, onDifferingChange, onSwap } = props;
  const { ref, width } = useElementSize();
  const isNarrow = width > 0 && width < STACK_BELOW;
  const { pairs } = comparison;
  const listed = useMemo(() => (isDiffering ? pairs.filter(differs) : pairs), [pairs, isDiffering]);
  const selected = findPair(pairs, spanId);
  const list = (
    <div className={classes.list}>
      {listed.length === 0 ? (
        <p className={classes.none}>
          No differences found. Times, tokens and costs are not compared.
        </p>
      ) : (
        <PairList
          pairs={listed}
          selected={selected}
          onSelect={(pair: SpanPair) => onSelect(getLead(pair).id)}
        />
      )}
    </div>
  );
  const detail = (
    <section className={classes.detail} aria-label="Compared spans">
      {selected ? <PairDetail pair={selected} traces={comparison} /> : null}
    </section>
  );
  return (
    <div ref={ref} className={classes.root} data-narrow={isNarrow || undefined}>
      <ComparisonHeader
        comparison={comparison}
        isDiffering={isDiffering}
        onDifferingChange={onDifferingChange}
        onSwap={onSwap}
      />
      {isNarrow ? (
        <>
          {list}
          {detail}
        </>
      ) : (
        <Splitter className={classes.sides} lineSize={1} withHandle={false} step={2}>
          <Splitter.Pane defaultSize={42} min={20} className={classes.pane}>
            {list}
          </Splitter.Pane>
          <Splitter.Pane defaultSize={58} min={30} className={classes.pane}>
            {detail}
          </Splitter.Pane>
        </Splitter>
      )}
    </div>
  );
}
