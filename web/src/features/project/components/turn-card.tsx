import { Button } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { Cost } from '../../../components/costs/cost.js';
import { Duration } from '../../../components/data-display/duration.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { StatusMark } from '../../../components/spans/status-mark.js';
import { TokenCount } from '../../../components/data-display/token-count.js';
import { formatBytes } from '../../../lib/format/numbers.js';
import { getReadableText } from '../../../lib/format/readable-text.js';
import { type Turn, useTurnValues } from '../api/session-turns.js';
import classes from './turn-card.module.css';

/** Longer values are folded, because a conversation is read turn by turn. */
const FOLD_AT = 4000;

interface TurnCardProps {
  projectId: string;
  number: number;
  turn: Turn;
  /** Renders an output as Markdown. An input is shown as it was typed. */
  renderText: (text: string) => ReactNode;
  /** Collects feedback about the answer of a span. */
  renderFeedback: (spanId: string) => ReactNode;
}

/** One turn: its input, its output and its figures. */
export function TurnCard(props: TurnCardProps) {
  const { projectId, number, turn, renderText, renderFeedback } = props;
  const { ref, inViewport } = useInViewport<HTMLLIElement>();
  const [wasSeen, setWasSeen] = useState(false);
  if (inViewport && !wasSeen) setWasSeen(true);
  const root = turn.rootSpan;
  const values = useTurnValues(root?.id, wasSeen);
  const input = getReadableText(values?.input ?? turn.inputPreview);
  const output = getReadableText(values?.output ?? turn.outputPreview);
  return (
    <li ref={ref} className={classes.turn}>
      <div className={classes.meta}>
        <span className={classes.number}>Turn {number}</span>
        {turn.errorCount > 0 ? (
          <StatusMark status="ERROR" message={root?.statusMessage} size={14} />
        ) : null}
        <RelativeTime time={turn.startTime} />
        <Duration ms={turn.latencyMs} />
        {turn.tokenCountTotal > 0 ? (
          <span>
            <TokenCount
              total={turn.tokenCountTotal}
              prompt={turn.tokenCountPrompt}
              completion={turn.tokenCountCompletion}
            />{' '}
            tokens
          </span>
        ) : null}
        {turn.costSummary.total.cost === null && turn.costSummary.unpricedSpanCount === 0 ? null : (
          <Cost summary={turn.costSummary} />
        )}
        <Link
          to="/projects/$projectId/traces/$traceId"
          params={{ projectId, traceId: turn.traceId }}
          search={{ timeRangeKey: 'all' }}
          className={classes.link}
        >
          Open trace
        </Link>
      </div>
      <Bubble side="in" text={input} empty="No input recorded" />
      <Bubble
        side="out"
        text={output}
        renderText={renderText}
        empty={
          turn.errorCount > 0
            ? root?.statusMessage || 'Failed without output'
            : 'No output recorded'
        }
      />
      {root ? (
        <div className={classes.feedback}>{wasSeen ? renderFeedback(root.id) : null}</div>
      ) : null}
    </li>
  );
}

interface BubbleProps {
  side: 'in' | 'out';
  text: string;
  empty: string;
  renderText?: (text: string) => ReactNode;
}

function Bubble({ side, text, empty, renderText }: BubbleProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (text === '') {
    return (
      <div className={classes.bubble} data-side={side} data-empty>
        {empty}
      </div>
    );
  }
  const isFolded = text.length > FOLD_AT && !isOpen;
  const shown = isFolded ? `${text.slice(0, FOLD_AT)}…` : text;
  return (
    <div className={classes.bubble} data-side={side}>
      <span className={classes.copy}>
        <CopyButton value={text} label={side === 'in' ? 'input' : 'output'} />
      </span>
      {renderText ? renderText(shown) : <div className={classes.plain}>{shown}</div>}
      {isFolded ? (
        <Button mt={8} variant="default" size="compact-sm" onClick={() => setIsOpen(true)}>
          Show all {formatBytes(text.length)}
        </Button>
      ) : null}
    </div>
  );
}
