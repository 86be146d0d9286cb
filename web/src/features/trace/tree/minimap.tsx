import { memo, type PointerEvent, useMemo, useRef } from 'react';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { formatExact, formatPlural } from '../../../lib/format/numbers.js';
import { TraceTimesQuery } from '../api/trace-query.js';
import classes from './minimap.module.css';

/** Parts of the time of a trace. */
const BINS = 200;
const HEIGHT = 32;
/** Lets a single span among thousands be seen. */
const LOWEST = 3;
/** Failures must be seen among many other spans. */
const LOWEST_FAILED = 10;

/** A part of the time of a trace, as fractions from 0 to 1. */
export interface TimePart {
  from: number;
  to: number;
}

interface MinimapProps {
  traceId: string;
  numSpans: number;
  errorCount: number;
  /** When the spans in view began. */
  view: TimePart;
  /** Shows the spans that began at a fraction of the time. */
  onGo: (fraction: number) => void;
}

/**
 * How many spans of the whole trace began when, with failures in red. Click or drag to go there. The
 * keys for the next failed span and the tree itself do the same from the keyboard.
 */
export function Minimap({ traceId, numSpans, errorCount, view, onGo }: MinimapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { data } = useGraphqlQuery(TraceTimesQuery, { traceId, bins: BINS });
  const bins = data?.getTraceByOtelId?.spanCountsByTime;
  const go = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (!box || box.width === 0 || event.buttons !== 1) return;
    onGo(Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1));
  };
  const width = Math.max(view.to - view.from, 0);
  return (
    <div className={classes.minimap}>
      <div
        ref={frame}
        className={classes.frame}
        role="img"
        aria-label={`Overview of ${formatExact(numSpans)} spans by time, ${formatPlural(errorCount, 'failed span')}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          go(event);
        }}
        onPointerMove={go}
      >
        {bins ? <Bars bins={bins} /> : null}
        <span
          className={classes.view}
          style={{ left: `${view.from * 100}%`, width: `${width * 100}%` }}
        />
      </div>
    </div>
  );
}

const Bars = memo(function Bars({
  bins,
}: {
  bins: readonly { spanCount: number; errorCount: number }[];
}) {
  const paths = useMemo(() => {
    const most = Math.max(1, ...bins.map(({ spanCount }) => spanCount));
    const scale = (count: number, lowest: number) =>
      count === 0 ? 0 : Math.max(lowest, (HEIGHT * Math.log1p(count)) / Math.log1p(most));
    const draw = (heights: readonly number[]) =>
      heights
        .map((height, at) => (height ? `M${at} ${HEIGHT}v${-height}h1v${height}z` : ''))
        .join('');
    return {
      all: draw(bins.map(({ spanCount }) => scale(spanCount, LOWEST))),
      failed: draw(bins.map(({ errorCount }) => scale(errorCount, LOWEST_FAILED))),
    };
  }, [bins]);
  return (
    <svg
      className={classes.bars}
      viewBox={`0 0 ${bins.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path className={classes.all} d={paths.all} />
      <path className={classes.failed} d={paths.failed} />
    </svg>
  );
});
