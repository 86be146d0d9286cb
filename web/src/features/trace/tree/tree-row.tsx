import { VisuallyHidden } from '@mantine/core';
import { ChevronRight, CircleAlert, Unlink } from 'lucide-react';
import { memo } from 'react';
import type { CSSProperties } from 'react';
import { SpanKindIcon } from '../../../components/spans/span-kind.js';
import { formatCount, formatLatency } from '../../../lib/format/numbers.js';
import { getSpanKindColor } from '../../../components/spans/span-kinds.js';
import type { TreeRow } from './rows.js';
import type { SpanNode } from './span-tree.js';
import { toBar, type TimeScale } from './time-scale.js';
import classes from './tree-row.module.css';

/** The props of all kinds of rows. */
export interface RowViewProps {
  rowId: string;
  /** Whether the cursor is here. */
  isCurrent: boolean;
  /** Pixels. */
  top: number;
  height: number;
  scale: TimeScale;
  withMetrics: boolean;
}

interface TreeRowViewProps extends RowViewProps {
  row: TreeRow;
  selected: boolean;
  /** Whether the span is shown only because a descendant matches. */
  faded: boolean;
  /** Whether every span is loaded, so that sums are right and a parent not found is really missing. */
  complete: boolean;
}

/**
 * One row of the tree: kind, name, status, figures and timing. The tree itself handles clicks,
 * using `data-span` and `data-toggle`, and keeps the focus.
 */
export const TreeRowView = memo(function TreeRowView({ row, scale, ...props }: TreeRowViewProps) {
  const { node, depth, expanded } = row;
  const { span } = node;
  const { withMetrics, complete } = props;
  const bar = toBar(scale, node);
  return (
    <div
      id={props.rowId}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblingCount}
      aria-selected={props.selected}
      aria-expanded={expanded ?? undefined}
      className={classes.row}
      data-span={span.id}
      data-current={props.isCurrent || undefined}
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
      <SpanKindIcon kind={span.spanKind} size={14} light />
      <span className={classes.name} title={span.name} dir="auto" data-name>
        {span.name || '(no name)'}
      </span>
      {expanded === false && complete ? (
        <span className={classes.hidden}>+{formatCount(node.descendantCount)}</span>
      ) : null}
      <Marks node={node} complete={complete} />
      {withMetrics ? <Figures node={node} complete={complete} /> : null}
      {withMetrics ? (
        <span className={classes.track} aria-hidden>
          <span
            className={classes.bar}
            data-running={span.endTime ? undefined : true}
            style={{
              left: `${bar.offset * 100}%`,
              width: `${bar.width * 100}%`,
              background: getSpanKindColor(span.spanKind),
            }}
          />
        </span>
      ) : null}
    </div>
  );
});

function Marks({ node, complete }: { node: SpanNode; complete: boolean }) {
  return (
    <>
      {node.detachment === 'cycle' || (node.detachment && complete) ? (
        <span
          className={classes.detached}
          title={
            node.detachment === 'cycle'
              ? 'Shown at the top because this span is its own ancestor'
              : `Shown at the top because its parent ${node.span.parentId} is missing`
          }
        >
          <Unlink size={13} aria-hidden />
        </span>
      ) : null}
      {node.failed ? (
        <span className={classes.failed} title="Failed">
          <CircleAlert size={14} aria-hidden />
          <VisuallyHidden>failed</VisuallyHidden>
        </span>
      ) : null}
      {node.leadsToError && !node.failed ? (
        <span className={classes.leads} title="A descendant failed">
          <VisuallyHidden>a descendant failed</VisuallyHidden>
        </span>
      ) : null}
    </>
  );
}

function Figures({ node: { span, tokens: sum }, complete }: { node: SpanNode; complete: boolean }) {
  const tokens = span.tokenCountTotal ?? (complete ? sum : null);
  return (
    <span className={`${classes.figures} numeric`}>
      {tokens ? (
        <span className={classes.tokens} title={`${tokens} tokens`}>
          {formatCount(tokens)}
          <span className={classes.unit}>tok</span>
        </span>
      ) : null}
      <span className={classes.latency}>{formatLatency(span.latencyMs)}</span>
    </span>
  );
}
