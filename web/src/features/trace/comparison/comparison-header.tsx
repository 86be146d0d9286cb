import { Button, Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowLeftRight, ArrowRightLeft } from 'lucide-react';
import { UnpricedNote } from '../../../components/costs/unpriced-note.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { formatExact, formatPlural } from '../../../lib/format/numbers.js';
import type { ComparedTrace, TraceComparison } from '../api/trace-comparison.js';
import { Fact, Facts } from '../detail/facts.js';
import { Change } from './change.js';
import changes from './change.module.css';
import classes from './comparison-header.module.css';
import { Side } from './side.js';
import { differs } from './span-pairs.js';

interface ComparisonHeaderProps {
  comparison: TraceComparison;
  /** Whether only pairs that differ are listed. */
  isDiffering: boolean;
  onDifferingChange: (isDiffering: boolean) => void;
  onSwap: () => void;
}

/** The two traces of a comparison with their figures. */
export function ComparisonHeader(props: ComparisonHeaderProps) {
  const { comparison, isDiffering, onDifferingChange, onSwap } = props;
  const { base, other, pairs, isComplete } = comparison;
  const count = pairs.filter(differs).length;
  return (
    <header className={classes.header}>
      <div className={classes.traces}>
        <TraceLine side="A" trace={base} />
        <TraceLine side="B" trace={other} />
      </div>
      <Facts>
        <Fact name="Latency">
          <Change of="latency" base={base.latencyMs} other={other.latencyMs} />
        </Fact>
        <Fact name="Tokens">
          <Change of="count" base={base.tokenCountTotal} other={other.tokenCountTotal} />
        </Fact>
        <Fact name="Cost">
          <span className={changes.costs}>
            <Change
              of="cost"
              base={base.costSummary.total.cost}
              other={other.costSummary.total.cost}
            />
            <span className={changes.costs}>
              <Unpriced side="A" trace={base} />
              <Unpriced side="B" trace={other} />
            </span>
          </span>
        </Fact>
        <Fact name="Spans">
          <Change of="count" base={base.numSpans} other={other.numSpans} />
        </Fact>
        <Fact name="Failed spans">
          <Change of="count" base={base.errorCount} other={other.errorCount} />
        </Fact>
      </Facts>
      <div className={classes.tools}>
        <span>
          {count === 0 ? 'No spans differ' : formatPlural(count, 'span differs', 'spans differ')}
          {isComplete ? '' : ` among the first ${formatExact(1000)} of each trace`}
        </span>
        <Switch
          size="xs"
          label="Only spans that differ"
          checked={isDiffering}
          onChange={(event) => onDifferingChange(event.currentTarget.checked)}
        />
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<ArrowRightLeft size={14} aria-hidden />}
          onClick={onSwap}
        >
          Swap A and B
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<ArrowLeftRight size={14} aria-hidden />}
          renderRoot={(root) => (
            <Link {...root} to="/compare-traces" search={{ base: base.traceId }} />
          )}
        >
          Compare A with…
        </Button>
      </div>
    </header>
  );
}

interface SideProps {
  side: 'A' | 'B';
  trace: ComparedTrace;
}

/** The calls that the cost of a trace leaves out. */
function Unpriced({ side, trace: { id, costSummary } }: SideProps) {
  if (costSummary.unpricedSpanCount === 0) return null;
  return (
    <span className={changes.unpriced}>
      <Side name={side} />
      <UnpricedNote counts={costSummary} owner={{ id }} />
    </span>
  );
}

function TraceLine({ side, trace }: SideProps) {
  const { project, rootSpan, startTime, traceId } = trace;
  return (
    <div className={classes.trace}>
      <Side name={side} />
      <Link
        to="/projects/$projectId/traces/$traceId"
        params={{ projectId: project.id, traceId }}
        className={classes.name}
        title={`${rootSpan?.name ?? ''} ${traceId}`}
        dir="auto"
      >
        {rootSpan?.name || traceId}
      </Link>
      <span className={classes.about}>
        {project.name}, <RelativeTime time={startTime} />
      </span>
    </div>
  );
}
