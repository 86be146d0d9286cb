import { Anchor, SegmentedControl } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type Brush, toBounds } from '../../../components/charts/brush.js';
import { useBrush } from '../../../components/charts/use-brush.js';
import { useStored } from '../../../lib/browser/use-stored.js';
import { type RangeStep, stepRange } from '../../../lib/time/range-steps.js';
import { toTimeRange } from '../../../lib/time/time-bins.js';
import type { TimeRangeSearch } from '../../../lib/time/time-range.js';
import { formatRange } from '../../../lib/time/time.js';
import type { ProjectTab } from '../tabs.js';
import { type Bar, sumParts, type BarPart, partOf } from './bars.js';
import classes from './histogram.module.css';
import { Legend } from './legend.js';
import { type HistogramScope, type Measure, useHistogram } from './use-histogram.js';
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.js';
import {
  formatCost,
  formatExact,
  formatLatency,
  formatPlural,
} from '../../../lib/format/numbers.js';

const COUNTED = { traces: 'Traces', spans: 'Spans', sessions: 'Sessions' } as const;

/** In the unit of the drawing, which is stretched over the chart. */
const HEIGHT = 64;
const SMALLEST = 2;
const GAP = 0.15;

/** How long after a click the next one makes it a double click. */
const DOUBLE_CLICK_MS = 250;

/** On the chart, together with the keys that choose bars. */
const STEP_KEYS: Record<string, RangeStep> = {
  PageUp: 'earlier',
  PageDown: 'later',
  '+': 'in',
  '-': 'out',
};

interface HistogramProps extends HistogramScope {
  onSelect: (range: TimeRangeSearch) => void;
}

/**
 * The rows of a list over time. Bars that are clicked, dragged over or chosen by key set the range. A
 * double click goes back to the default range.
 */
export function Histogram({ onSelect, ...scope }: HistogramProps) {
  const [measure, setMeasure] = useStored<Measure>('histogram', 'count');
  const { bars, searchedFrom, start, end, error, reload } = useHistogram(scope, measure);
  const { tab } = scope;
  const clicked = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(clicked.current), []);
  const step = (by: RangeStep) => {
    const range = stepRange(start, end, by, Date.now());
    if (range) onSelect(range);
  };
  const select = (from: number, to: number) => onSelect(toTimeRange(from, to, start));
  return (
    <section className={classes.histogram} aria-label={`${COUNTED[tab]} over time`}>
      <SegmentedControl
        size="xs"
        className={classes.measures}
        aria-label="Chart"
        value={measure}
        onChange={setMeasure}
        data={[
          { value: 'count', label: COUNTED[tab] },
          { value: 'latency', label: 'Latency' },
          { value: 'tokens', label: 'Tokens' },
          { value: 'cost', label: 'Cost' },
        ]}
      />
      {error ? (
        <p className={classes.failed}>
          The chart could not be loaded.{' '}
          <Anchor component="button" type="button" inherit onClick={reload}>
            Try again
          </Anchor>
        </p>
      ) : (
        <Bars
          bars={bars ?? []}
          searchedFrom={searchedFrom}
          tab={tab}
          measure={measure}
          onSelect={select}
          // The chart changes with the range, so a second click would be on another bar.
          onClick={(from, to) => {
            clearTimeout(clicked.current);
            clicked.current = setTimeout(() => select(from, to), DOUBLE_CLICK_MS);
          }}
          onDoubleClick={() => {
            clearTimeout(clicked.current);
            onSelect({});
          }}
          onStep={step}
        />
      )}
    </section>
  );
}

interface BarsProps {
  bars: Bar[];
  /** When the part of the bars begins that is complete; undefined if all are. */
  searchedFrom: number | undefined;
  tab: ProjectTab;
  measure: Measure;
  onSelect: (start: number, end: number) => void;
  /** Like `onSelect`, for a single bar. */
  onClick: (start: number, end: number) => void;
  onDoubleClick: () => void;
  onStep: (step: RangeStep) => void;
}

function Bars({ bars, searchedFrom = -Infinity, tab, measure, ...props }: BarsProps) {
  const unsearchedCount = bars.filter(({ start }) => start < searchedFrom).length;
  // A selection must not move to other bars.
  const firstStart = bars[0]?.start;
  const [held, setHeld] = useState<{ brush: Brush | undefined; of: number | undefined }>();
  const brush = held?.of === firstStart ? held?.brush : undefined;
  const setBrush = (next: Brush | undefined) => setHeld({ brush: next, of: firstStart });
  const last = bars.length - 1;
  const highest = Math.max(...bars.map(sumParts), 0) || 1;
  const handlers = useBrush({
    count: bars.length,
    brush,
    onBrush: setBrush,
    onChoose: (from, to) => {
      const choose = from === to ? props.onClick : props.onSelect;
      choose(bars[from]!.start, bars[to]!.end);
    },
  });

  const [first, final] = brush ? toBounds(brush).map((index) => bars[index]) : [];
  const text =
    brush && first && final
      ? `${formatRange(first.start, final.end)}: ${describeBars(bars, brush, tab, measure)}${first.start < searchedFrom ? ', not all searched' : ''}`
      : undefined;
  return (
    <>
      <div className={classes.about}>
        {text ?? (
          <Legend
            bars={bars}
            measure={measure}
            highest={highest}
            isSearched={unsearchedCount === 0}
          />
        )}
      </div>
      <RangeSteps onStep={props.onStep} />
      <div
        className={classes.bars}
        role="slider"
        tabIndex={0}
        aria-label={`${COUNTED[tab]} over time: choose a time range`}
        aria-valuemin={0}
        aria-valuemax={Math.max(last, 0)}
        aria-valuenow={brush?.to ?? Math.max(last, 0)}
        aria-valuetext={text ?? 'No bar is chosen.'}
        {...handlers}
        onDoubleClick={props.onDoubleClick}
        onKeyDown={(event) => {
          const step = STEP_KEYS[event.key];
          if (step === undefined || event.ctrlKey || event.metaKey) {
            handlers.onKeyDown(event);
            return;
          }
          event.preventDefault();
          props.onStep(step);
        }}
      >
        <svg
          viewBox={`0 0 ${Math.max(bars.length, 1)} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden
        >
          {unsearchedCount > 0 ? (
            <rect className={classes.unsearched} width={unsearchedCount} height={HEIGHT} />
          ) : null}
          {brush ? (
            <rect
              className={classes.brush}
              x={Math.min(brush.from, brush.to)}
              width={Math.abs(brush.to - brush.from) + 1}
              height={HEIGHT}
            />
          ) : null}
          {bars.map((bar, index) => (
            <BarParts key={bar.start} bar={bar} x={index} highest={highest} />
          ))}
        </svg>
      </div>
      <div className={classes.axis} aria-hidden>
        <span>{bars[0] ? formatRange(bars[0].start, bars[0].end) : ''}</span>
        <span>{bars[last] ? formatRange(bars[last].start, bars[last].end) : ''}</span>
      </div>
    </>
  );
}

/** One bar. A part that is not zero is tall enough to be seen. */
function BarParts({ bar, x, highest }: { bar: Bar; x: number; highest: number }) {
  let top = HEIGHT;
  return bar.parts.map(({ tone, value }) => {
    if (value <= 0) return null;
    const height = Math.max(SMALLEST, (value / highest) * HEIGHT);
    top -= height;
    return (
      <rect
        key={tone}
        className={classes[tone]}
        x={x + GAP / 2}
        y={Math.max(0, top)}
        width={1 - GAP}
        height={height}
      />
    );
  });
}

const STEPS = [
  { step: 'earlier', label: 'Earlier', Icon: ChevronLeft },
  { step: 'later', label: 'Later', Icon: ChevronRight },
  { step: 'in', label: 'Zoom in', Icon: ZoomIn },
  { step: 'out', label: 'Zoom out', Icon: ZoomOut },
] as const;

/** Buttons that move the time range, or make it shorter or longer. */
function RangeSteps({ onStep }: { onStep: (step: RangeStep) => void }) {
  return (
    <div role="group" aria-label="Move the time range" className={classes.steps}>
      {STEPS.map(({ step, label, Icon }) => (
        <IconButton key={step} label={label} onClick={() => onStep(step)}>
          <Icon size={16} aria-hidden />
        </IconButton>
      ))}
    </div>
  );
}

const NOUN = { traces: 'trace', spans: 'span', sessions: 'session' } as const;

/** Describes the bars under the pointer or chosen by key. */
function describeBars(bars: Bar[], brush: Brush, tab: ProjectTab, measure: Measure): string {
  const [first, last] = toBounds(brush);
  const chosen = bars.slice(first, last + 1);
  const sum = (tone: BarPart['tone']) =>
    chosen.reduce((total, bar) => total + partOf(bar, tone), 0);
  if (measure === 'tokens') {
    return `${formatExact(sum('first'))} prompt and ${formatExact(sum('second'))} completion tokens`;
  }
  if (measure === 'cost') {
    return `${formatCost(sum('first'))} for prompts, ${formatCost(sum('second'))} for completions`;
  }
  if (measure === 'latency') {
    const [only] = chosen;
    // Quantiles of several bins cannot be combined.
    if (!only || chosen.length > 1) return formatPlural(chosen.length, 'bar');
    const isEmpty = sumParts(only) === 0;
    return isEmpty
      ? 'nothing'
      : `p50 ${formatLatency(partOf(only, 'first'))}, p99 ${formatLatency(sumParts(only))}`;
  }
  const total = chosen.reduce((count, bar) => count + sumParts(bar), 0);
  // A session is counted in each bin in which it was active.
  const counted = tab === 'sessions' && chosen.length > 1 ? 'up to ' : '';
  return `${counted}${formatPlural(total, NOUN[tab])}, ${formatExact(sum('error'))} failed`;
}
