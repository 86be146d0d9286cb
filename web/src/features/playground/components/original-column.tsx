import { Anchor, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { Suspense } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { Cost } from '../../../components/costs/cost.js';
import { UnpricedNote } from '../../../components/costs/unpriced-note.js';
import { Duration } from '../../../components/data-display/duration.js';
import { TokenCount } from '../../../components/data-display/token-count.js';
import { Notice } from '../../../components/feedback/notice.js';
import type { SpanToTry } from '../api/span-to-try.js';
import { writeAnswer } from '../run/write-answer.js';
import type { ConvertedSpan } from '../span/convert-span.js';
import { AnswerContent } from './answer-content.js';
import answer from './answer-panel.module.css';
import figures from './answer-figures.module.css';
import classes from './original-column.module.css';

/** The span for which the page was opened, and what could be read of it. */
export interface Original {
  span: SpanToTry;
  converted: ConvertedSpan;
}

/** Says which span is tried again, and what could not be read. */
export function OriginalNote({ original: { span, converted } }: { original: Original }) {
  return (
    <div className={classes.note}>
      <Anchor
        className={classes.back}
        renderRoot={(props) => (
          <Link
            {...props}
            to="/projects/$projectId/traces/$traceId"
            params={{ projectId: span.project.id, traceId: span.context.traceId }}
            search={{ timeRangeKey: 'all', selectedSpanNodeId: span.id }}
          />
        )}
      >
        <ArrowLeft size={14} aria-hidden /> Back to the trace of {span.name}
      </Anchor>
      {converted.unread.length > 0 ? (
        <Notice tone="warning">
          <ul className={classes.unread} aria-label="Not read from the span">
            {converted.unread.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </div>
  );
}

/** The answer that the span recorded, to compare with. */
export function OriginalAnswer({ original: { span, converted } }: { original: Original }) {
  const { original } = converted;
  const { latencyMs, tokenCountTotal, tokenCountPrompt, tokenCountCompletion, costSummary } = span;
  return (
    <section className={answer.panel} aria-label="Original answer">
      <div className={answer.head}>
        <h3 className={answer.title}>Original answer</h3>
        <span className={answer.actions}>
          {original ? <CopyButton value={() => writeAnswer(original)} label="answer" /> : null}
        </span>
      </div>
      {span.statusCode === 'ERROR' ? (
        <Notice tone="error">{span.statusMessage || 'The call failed.'}</Notice>
      ) : null}
      {original ? (
        <div className={answer.content}>
          <Suspense fallback={<Skeleton height={60} />}>
            <AnswerContent text={original.text} calls={original.calls} />
          </Suspense>
        </div>
      ) : (
        <p className={answer.nothing}>The span recorded no answer.</p>
      )}
      <div className={figures.figures}>
        <Duration ms={latencyMs} />
        <span>
          <TokenCount
            total={tokenCountTotal}
            prompt={tokenCountPrompt}
            completion={tokenCountCompletion}
          />{' '}
          {tokenCountTotal === null ? null : 'tokens'}
        </span>
        <Cost summary={costSummary} />
        <UnpricedNote counts={costSummary} owner={{ id: span.id }} />
      </div>
    </section>
  );
}
