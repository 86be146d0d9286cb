import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { buildServerUrl } from '../../../lib/page/base-url.js';
import { Cost } from '../../../components/costs/cost.js';
import { UnpricedNote } from '../../../components/costs/unpriced-note.js';
import { Duration } from '../../../components/data-display/duration.js';
import { TokenCount } from '../../../components/data-display/token-count.js';
import type { AnswerSpan } from '../api/chat-completion.js';
import { useAnswerSpan } from '../api/answer-span.js';
import classes from './answer-figures.module.css';

/** How long an answer took and what it cost, with a link to its trace. */
export function AnswerFigures({ span, isOutdated }: { span: AnswerSpan; isOutdated: boolean }) {
  const { id, latencyMs, costSummary, context, project } = useAnswerSpan(span);
  const { tokenCountTotal, tokenCountPrompt, tokenCountCompletion } = span;
  return (
    <div className={classes.figures}>
      <span>
        <Duration ms={latencyMs} />
      </span>
      {tokenCountTotal ? (
        <span>
          <TokenCount
            total={tokenCountTotal}
            prompt={tokenCountPrompt}
            completion={tokenCountCompletion}
          />{' '}
          tokens
        </span>
      ) : null}
      <span>
        <Cost summary={costSummary} /> <UnpricedNote counts={costSummary} owner={{ id }} />
      </span>
      {isOutdated ? <span>edited since</span> : null}
      <span className={classes.links}>
        <CopyButton
          value={buildServerUrl(`playground/spans/${encodeURIComponent(id)}`)}
          label="link to this run"
        />
        <Anchor
          className={classes.trace}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/projects/$projectId/traces/$traceId"
              params={{ projectId: project.id, traceId: context.traceId }}
              search={{ timeRangeKey: 'all', selectedSpanNodeId: id }}
              // In another tab, because answers live as long as this page.
              target="_blank"
            />
          )}
        >
          Trace <ExternalLink size={12} aria-hidden />
        </Anchor>
      </span>
    </div>
  );
}
