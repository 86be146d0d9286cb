import { ChevronRight, CircleAlert, Unlink } from 'lucide-react';
import { memo } from 'react';
import type { CSSProperties } from 'react';
import { SpanKindIcon } from '../../../components/span-kind.js';
import { formatCount, formatDuration } from '../../../lib/format.js';
import { SPAN_KIND_LABEL, spanKindColor } from '../../../lib/span-kind.js';
import type { SpanNode } from './span-tree.js';
import type { Bar } from './time-scale.js';
import type { TreeRow } from './visible-rows.js';
import classes from './tree-row.module.css';

interface TreeRowViewProps {
  rowId: string;
  row: TreeRow;
  /** Pixels. */
  top: number;
  height: number;
  bar: Bar;
  selected: boolean;
  /** Shown only because a hit lies below. */
  faded: boolean;
  withMetrics: boolean;
}

/**
 * One line of the tree: what it is, how it went, what it took and when. The tree itself listens, for
 * clicks by `data-span` and `data-toggle`, and keeps the focus.
 */
export const TreeRowView = memo(function TreeRowView({ row, bar, ...props }: TreeRowViewProps) {
  const { node, expanded } = row;
  const { span, depth } = node;
  const { withMetrics } = props;
  return (
    <div
      id={props.rowId}
      role="treeitem"
      aria-label={describe(node)}
      aria-level={depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblingCount}
      aria-selected={props.selected}
      aria-expanded={expanded ?? undefined}
      className={classes.row}
      data-span={span.id}
      data-failed={node.failed || undefined}
      data-leads={node.leadsToError || undefined}
      data-faded={props.faded || undefined}
      style={
        {
          '--depth': depth,
          height: props.height,
          transform: `translateY(${props.top}px)`,
        } as CSSProperties
      }
    >
      <span className={classes.guides} aria-hidden />
      <span
        className={classes.chevron}
        data-open={expanded ?? undefined}
        data-toggle={expanded === null ? undefined : true}
        aria-hidden
      >
        {expanded === null ? null : <ChevronRight size={14} />}
      </span>
      <SpanKindIcon kind={span.spanKind} size={14} />
      <span className={classes.name} title={span.name}>
        {span.name || '(no name)'}
      </span>
      {expanded === false ? (
        <span className={classes.hidden}>+{formatCount(node.descendantCount)}</span>
      ) : null}
      <Marks node={node} />
      {withMetrics ? <Figures node={node} /> : null}
      {withMetrics ? (
        <span className={classes.track} aria-hidden>
          <span
            className={classes.bar}
            data-running={span.endTime ? undefined : true}
            style={{
              left: `${bar.offset * 100}%`,
              width: `${bar.width * 100}%`,
              background: spanKindColor(span.spanKind),
            }}
          />
        </span>
      ) : null}
    </div>
  );
});

function Marks({ node }: { node: SpanNode }) {
  return (
    <>
      {node.detachment ? (
        <span
          className={classes.detached}
          title={
            node.detachment === 'cycle'
              ? 'Shown at the top: this span is its own ancestor'
              : `Shown at the top: its parent ${node.span.parentId} is not loaded`
          }
        >
          <Unlink size={13} aria-hidden />
        </span>
      ) : null}
      {node.failed ? (
        <span className={classes.failed} title="Failed">
          <CircleAlert size={14} aria-hidden />
        </span>
      ) : null}
      {node.leadsToError && !node.failed ? (
        <span className={classes.leads} title="A span below failed" aria-hidden />
      ) : null}
    </>
  );
}

function Figures({ node: { span } }: { node: SpanNode }) {
  const tokens = span.tokenCountTotal ?? span.cumulativeTokenCountTotal;
  return (
    <span className={`${classes.figures} numeric`}>
      {tokens ? (
        <span className={classes.tokens} title={`${tokens} tokens`}>
          {formatCount(tokens)}
          <span className={classes.unit}>tok</span>
        </span>
      ) : null}
      <span className={classes.latency}>
        {span.latencyMs === null ? 'running' : formatDuration(span.latencyMs)}
      </span>
    </span>
  );
}

/** The row in words, for screen readers. */
function describe({ span, failed, leadsToError }: SpanNode): string {
  const parts = [span.name || 'no name', SPAN_KIND_LABEL[span.spanKind]];
  if (failed) parts.push('failed');
  else if (leadsToError) parts.push('a span below failed');
  if (span.latencyMs !== null) parts.push(formatDuration(span.latencyMs));
  return parts.join(', ');
}
