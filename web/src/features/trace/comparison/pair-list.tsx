import { useVirtualizer } from '@tanstack/react-virtual';
import { CircleAlert } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { SpanKindIcon } from '../../../components/spans/span-kind.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import type { SpanPair } from '../api/trace-comparison.js';
import { Delta } from './change.js';
import classes from './pair-list.module.css';
import { Side } from './side.js';
import { describeDifferences, differs, getLead, stepToDifference } from './span-pairs.js';

/** In pixels. */
const ROW_HEIGHT = 32;
const OVERSCAN = 10;

interface PairListProps {
  pairs: readonly SpanPair[];
  selected: SpanPair | undefined;
  onSelect: (pair: SpanPair) => void;
}

/** The pairs of spans as a tree, with what differs. Arrow keys select, `n` and `p` skip equal pairs. */
export function PairList({ pairs, selected, onSelect }: PairListProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const current = selected ? pairs.indexOf(selected) : -1;
  const virtualizer = useVirtualizer({
    count: pairs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  useEffect(() => {
    if (current !== -1) virtualizer.scrollToIndex(current, { align: 'auto' });
  }, [virtualizer, current]);

  const select = (pair: SpanPair | undefined) => {
    if (pair) onSelect(pair);
  };
  useKeys({
    n: () => select(stepToDifference(pairs, selected, 1)),
    p: () => select(stepToDifference(pairs, selected, -1)),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const places: Record<string, number> = {
      ArrowDown: Math.min(current + 1, pairs.length - 1),
      ArrowUp: Math.max(current - 1, 0),
      Home: 0,
      End: pairs.length - 1,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    select(pairs[place]);
  };

  return (
    <div ref={scroller} className={classes.scroller}>
      <div
        role="listbox"
        aria-label="Spans of both traces"
        tabIndex={0}
        className={classes.list}
        style={{ height: virtualizer.getTotalSize() }}
        aria-activedescendant={current === -1 ? undefined : `${id}-${current}`}
        onKeyDown={onKeyDown}
        onClick={({ target }) => select(pairs[findPlace(target)])}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const pair = pairs[index]!;
          return (
            <div
              key={getLead(pair).id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              className={classes.row}
              data-place={index}
              data-equal={!differs(pair) || undefined}
              style={
                {
                  '--depth': pair.depth,
                  height: ROW_HEIGHT,
                  transform: `translateY(${start}px)`,
                } as CSSProperties
              }
            >
              <PairRow pair={pair} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Returns the place of the row that contains an element; -1 if none does. */
function findPlace(target: EventTarget): number {
  const row = target instanceof Element ? target.closest('[data-place]') : null;
  return Number(row?.getAttribute('data-place') ?? -1);
}

function PairRow({ pair }: { pair: SpanPair }) {
  const { base, other } = pair;
  const lead = getLead(pair);
  const isRenamed = base && other && base.name !== other.name;
  const hasFailed = [base, other].some((span) => span?.statusCode === 'ERROR');
  return (
    <>
      {base && other ? null : <Side name={base ? 'A' : 'B'} />}
      <SpanKindIcon kind={lead.spanKind} size={14} light />
      <span className={classes.name} dir="auto">
        {lead.name || '(no name)'}
        {isRenamed ? ` → ${other.name || '(no name)'}` : ''}
      </span>
      {hasFailed ? <CircleAlert size={14} className={classes.failed} aria-label="failed" /> : null}
      <span className={classes.differences}>{describeDifferences(pair)}</span>
      <span className={`${classes.delta} numeric`}>
        <Delta of="latency" base={base?.latencyMs} other={other?.latencyMs} />
      </span>
    </>
  );
}
