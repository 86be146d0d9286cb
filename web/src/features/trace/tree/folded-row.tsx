import { ChevronRight, Layers } from 'lucide-react';
import { type CSSProperties, memo, useMemo } from 'react';
import { formatPlural } from '../../../lib/format/numbers.js';
import { getSpanKindColor } from '../../../components/spans/span-kinds.js';
import type { FoldedSpans } from './internal-spans.js';
import type { FoldedRow } from './rows.js';
import { toBarOfTimes } from './time-scale.js';
import type { RowViewProps } from './tree-row.js';
import classes from './tree-row.module.css';

/** Names that tell what kind of spans these are. */
const EXAMPLES = 3;

/** Internal spans that are shown as one row. A click anywhere shows or hides them. */
export const FoldedRowView = memo(function FoldedRowView({
  row,
  scale,
  ...props
}: RowViewProps & { row: FoldedRow }) {
  const { folded, depth, expanded } = row;
  const { count, examples, times } = useMemo(() => describe(folded), [folded]);
  const bar = toBarOfTimes(scale, times);
  return (
    <div
      id={props.rowId}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblingCount}
      aria-selected={false}
      aria-expanded={expanded}
      className={classes.row}
      data-row={row.key}
      data-toggle
      data-current={props.isCurrent || undefined}
      style={
        {
          '--depth': depth,
          height: props.height,
          transform: `translateY(${props.top}px)`,
        } as CSSProperties
      }
    >
      <span className={classes.guides} aria-hidden />
      <span className={classes.chevron} data-open={expanded} aria-hidden>
        <ChevronRight size={14} />
      </span>
      <span className={classes.folded} title={examples} data-name>
        <Layers size={14} aria-hidden />
        {formatPlural(count, 'internal span')}
      </span>
      {expanded ? null : (
        <span className={classes.examples} aria-hidden>
          {examples}
        </span>
      )}
      {props.withMetrics ? (
        <span className={classes.track} aria-hidden>
          <span
            className={classes.bar}
            data-folded
            style={{
              left: `${bar.offset * 100}%`,
              width: `${bar.width * 100}%`,
              background: getSpanKindColor('unknown'),
            }}
          />
        </span>
      ) : null}
    </div>
  );
});

function describe({ nodes }: FoldedSpans) {
  const names = new Set<string>();
  let [start, end] = [Infinity, -Infinity];
  for (const node of nodes) {
    if (names.size < EXAMPLES) names.add(node.span.name);
    start = Math.min(start, node.start);
    end = node.span.endTime ? Math.max(end, node.end) : Infinity;
  }
  const more = nodes.length > names.size ? ', …' : '';
  return {
    count: nodes.length,
    examples: `${[...names].join(', ')}${more}`,
    times: { start, end },
  };
}
