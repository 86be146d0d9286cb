import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { SpanKindIcon } from '../../../components/spans/span-kind.js';
import { StatusMark } from '../../../components/spans/status-mark.js';
import { PlainText } from '../../../components/text/text-value.js';
import { WordDiff } from '../../../components/word-diff/word-diff.js';
import type { ComparedSpan, SpanPair, TraceComparison } from '../api/trace-comparison.js';
import { useSpanTexts } from '../api/use-span-texts.js';
import { Fact, Facts } from '../detail/facts.js';
import { FoldableSection } from '../detail/foldable-section.js';
import { FoldingProvider } from '../detail/folding.js';
import { NoPrice } from '../detail/span-cost.js';
import { Change } from './change.js';
import changes from './change.module.css';
import classes from './pair-detail.module.css';
import { type PairText, readPairTexts } from './pair-texts.js';
import { Side } from './side.js';
import { getLead } from './span-pairs.js';

interface PairDetailProps {
  pair: SpanPair;
  traces: Pick<TraceComparison, 'base' | 'other'>;
}

/** Two spans: their figures, and their texts with what differs. */
export function PairDetail({ pair, traces }: PairDetailProps) {
  const { base, other } = pair;
  return (
    <FoldingProvider key={getLead(pair).id}>
      <div className={classes.detail}>
        <div className={classes.spans}>
          <SpanLine side="A" span={base} trace={traces.base} />
          <SpanLine side="B" span={other} trace={traces.other} />
        </div>
        <Facts>
          <Fact name="Latency">
            <Change of="latency" base={base?.latencyMs} other={other?.latencyMs} />
          </Fact>
          {[base, other].some((span) => span?.tokenCountTotal != null) ? (
            <>
              <Fact name="Prompt tokens">
                <Change of="count" base={base?.tokenCountPrompt} other={other?.tokenCountPrompt} />
              </Fact>
              <Fact name="Completion tokens">
                <Change
                  of="count"
                  base={base?.tokenCountCompletion}
                  other={other?.tokenCountCompletion}
                />
              </Fact>
              <Fact name="Cost">
                <span className={changes.costs}>
                  <Change
                    of="cost"
                    base={base?.costSummary?.total.cost}
                    other={other?.costSummary?.total.cost}
                  />
                  <span className={changes.costs}>
                    <Unpriced side="A" span={base} />
                    <Unpriced side="B" span={other} />
                  </span>
                </span>
              </Fact>
            </>
          ) : null}
        </Facts>
        <Texts baseId={base?.id} otherId={other?.id} />
      </div>
    </FoldingProvider>
  );
}

/** Says that a span has no price. */
function Unpriced({ side, span }: Pick<SpanLineProps, 'side' | 'span'>) {
  if (!span?.costSummary?.unpricedSpanCount) return null;
  return (
    <span className={changes.unpriced}>
      <Side name={side} />
      <NoPrice modelName={span.modelName} provider={span.provider} />
    </span>
  );
}

interface SpanLineProps {
  side: 'A' | 'B';
  span: ComparedSpan | null;
  trace: TraceComparison['base'];
}

function SpanLine({ side, span, trace }: SpanLineProps) {
  if (!span) {
    return (
      <div className={classes.span}>
        <Side name={side} />
        <span className={classes.about}>Not in this trace</span>
      </div>
    );
  }
  return (
    <div className={classes.span}>
      <Side name={side} />
      <SpanKindIcon kind={span.spanKind} size={14} light />
      <Link
        to="/projects/$projectId/traces/$traceId"
        params={{ projectId: trace.project.id, traceId: trace.traceId }}
        search={{ selectedSpanNodeId: span.id }}
        className={classes.name}
        title={`Open ${span.name} in its trace`}
        dir="auto"
      >
        {span.name || '(no name)'}
      </Link>
      <StatusMark status={span.statusCode} message={span.statusMessage} size={14} />
      {span.modelName === null ? null : <span className={classes.about}>{span.modelName}</span>}
    </div>
  );
}

function Texts({ baseId, otherId }: { baseId: string | undefined; otherId: string | undefined }) {
  const { base, other, error, reload } = useSpanTexts(baseId, otherId);
  const isLoaded = [
    [baseId, base],
    [otherId, other],
  ].every(([id, text]) => id === undefined || text !== undefined);
  const texts = useMemo(
    () => (isLoaded ? readPairTexts(base, other) : undefined),
    [isLoaded, base, other],
  );
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!texts) return <Skeleton height={160} />;
  if (texts.length === 0) {
    return <p className={classes.about}>Neither of the two has an input or an output.</p>;
  }
  return texts.map((text) => <TextSection key={text.title} text={text} />);
}

function TextSection({ text: { title, base, other } }: { text: PairText }) {
  const isEqual = base === other;
  const state = isEqual
    ? 'same in both'
    : base === undefined
      ? 'only in B'
      : other === undefined
        ? 'only in A'
        : undefined;
  return (
    <FoldableSection
      title={title}
      folded={isEqual}
      actions={state === undefined ? null : <span className={classes.about}>{state}</span>}
    >
      <div className={classes.text}>
        {state === undefined ? (
          <WordDiff before={base ?? ''} after={other ?? ''} />
        ) : (
          <PlainText text={base ?? other ?? ''} />
        )}
      </div>
    </FoldableSection>
  );
}
