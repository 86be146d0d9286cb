import { Tooltip, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { Duration } from '../../../components/data-display/duration.js';
import { SpanKindChip } from '../../../components/spans/span-kind.js';
import { StatusMark } from '../../../components/spans/status-mark.js';
import { formatCount, formatExact } from '../../../lib/format/numbers.js';
import { formatAbsolute } from '../../../lib/time/time.js';
import type { DetailedSpan } from '../api/span-query.js';
import { readTokenDetails } from '../../../lib/openinference/read-messages.js';
import type { Json } from '../../../lib/json/exact-json.js';
import type { TreeSpan } from '../api/trace-query.js';
import { Fold } from '../../../components/text/fold.js';
import { Fact, Facts } from './facts.js';
import { type PricedSpan, SpanCost } from './span-cost.js';
import classes from './span-header.module.css';

/** The fields that the tree has loaded, and more once the span has loaded. */
export type HeaderSpan = Omit<TreeSpan, 'id' | 'parentId' | 'endTime' | 'isInternal'> &
  Partial<
    Pick<
      DetailedSpan,
      | 'statusMessage'
      | 'timeToFirstTokenMs'
      | 'countedInSpan'
      | 'tokenCountPrompt'
      | 'tokenCountCompletion'
      | 'cumulativeTokenCountTotal'
      | 'cumulativeTokenCountPrompt'
      | 'cumulativeTokenCountCompletion'
    >
  > &
  PricedSpan;

interface SpanHeaderProps {
  span: HeaderSpan;
  /** Empty while the span loads. */
  attributes: Json;
  /** The actions for the span; absent while it loads. */
  actions?: ReactNode;
  /** The annotations of the span; absent while it loads. */
  annotations?: ReactNode;
}

/** The name, kind, status and figures of a span, above the tabs. */
export function SpanHeader({ span, attributes, actions, annotations }: SpanHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.line}>
        <SpanKindChip kind={span.spanKind} />
        <h3
          className={classes.name}
          title={span.name}
          dir="auto"
          tabIndex={-1}
          data-span-heading
          data-searched
        >
          {span.name || '(no name)'}
        </h3>
        <StatusMark
          status={span.statusCode}
          message={span.statusMessage}
          withLabel={span.statusCode === 'ERROR'}
        />
        {actions ? <span className={classes.actions}>{actions}</span> : null}
      </div>
      <Facts>
        <Fact name="Latency">
          {span.latencyMs === null ? 'running' : <Duration ms={span.latencyMs} />}
        </Fact>
        {span.timeToFirstTokenMs == null ? null : (
          <Fact name="First token">
            <Duration ms={span.timeToFirstTokenMs} />
          </Fact>
        )}
        <Tokens span={span} attributes={attributes} />
        <CountedIn span={span.countedInSpan} />
        <SpanCost span={span} />
        <Fact name="Started">
          <time className="numeric" dateTime={span.startTime}>
            {formatAbsolute(span.startTime)}
          </time>
        </Fact>
        <Fact name="Span ID">
          <code className={classes.id}>{span.spanId}</code>
          <CopyButton value={span.spanId} label="span ID" />
        </Fact>
        <Fact name="Annotations">{annotations}</Fact>
      </Facts>
      {span.statusCode === 'ERROR' && span.statusMessage ? (
        <div className={classes.failure} role="alert" data-searched>
          <Fold text={span.statusMessage}>{(shown) => shown}</Fold>
        </div>
      ) : null}
    </header>
  );
}

/** Links to the span that reports the same model call, and whose tokens and cost count. */
function CountedIn({ span }: { span: HeaderSpan['countedInSpan'] }) {
  if (!span) return null;
  return (
    <Fact name="Tokens and cost">
      counted in{' '}
      <Link
        to="."
        search={(search) => ({ ...search, selectedSpanNodeId: span.id })}
        className={classes.link}
      >
        {span.name || '(no name)'}
      </Link>
    </Fact>
  );
}

/** The tokens of a model call, or those of all descendants. */
function Tokens({ span, attributes }: Pick<SpanHeaderProps, 'span' | 'attributes'>) {
  const own = span.tokenCountTotal !== null;
  const total = own ? span.tokenCountTotal : span.cumulativeTokenCountTotal;
  if (!total) return null;
  const prompt = own ? span.tokenCountPrompt : span.cumulativeTokenCountPrompt;
  const completion = own ? span.tokenCountCompletion : span.cumulativeTokenCountCompletion;
  const lines: [string, number | null | undefined, boolean?][] = [
    ['Prompt', prompt],
    ...readTokenDetails(attributes, 'prompt').map(toLine),
    ['Completion', completion],
    ...readTokenDetails(attributes, 'completion').map(toLine),
    ['Total', total],
  ];
  return (
    <Fact name={own ? 'Tokens' : 'Tokens of descendants'}>
      <Tooltip
        label={
          <table className={classes.tokens}>
            <tbody>
              {lines.map(([name, count, detail]) =>
                count == null ? null : (
                  <tr key={name} data-detail={detail}>
                    <td>{name}</td>
                    <td>{formatExact(count)}</td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        }
      >
        <UnstyledButton className={`${classes.hover} numeric`}>{formatCount(total)}</UnstyledButton>
      </Tooltip>
    </Fact>
  );
}

function toLine({ kind, count }: { kind: string; count: number }): [string, number, boolean] {
  return [kind.replaceAll('_', ' '), count, true];
}
