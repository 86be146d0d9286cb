import { Link } from '@tanstack/react-router';
import { CostBreakdown } from '../../../components/costs/cost.js';
import { UnpricedNote } from '../../../components/costs/unpriced-note.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { DetailedSpan } from '../api/span-query.js';
import { Fact } from './facts.js';
import classes from './span-cost.module.css';

/** The costs of a span; absent while it loads. */
export type PricedSpan = Partial<
  Pick<
    DetailedSpan,
    | 'id'
    | 'modelName'
    | 'provider'
    | 'costSource'
    | 'costSummary'
    | 'costDetailSummaryEntries'
    | 'cumulativeCostSummary'
    | 'cumulativeCostDetailSummaryEntries'
  >
>;

/**
 * The cost of a model call, or of all descendants. If no model prices the call, says so and links to
 * the models.
 */
export function SpanCost({ span }: { span: PricedSpan }) {
  const { costSummary, costDetailSummaryEntries = [] } = span;
  if (!costSummary) return <CostBelow span={span} />;
  if (costSummary.total.cost !== null) {
    return (
      <Fact name="Cost">
        <CostBreakdown summary={costSummary} details={costDetailSummaryEntries} />
        {span.costSource === 'SENDER' ? ' stated by the sender' : null}
      </Fact>
    );
  }
  // Without tokens, there is nothing to price, and without entries, the span waits to be priced.
  if (costDetailSummaryEntries.length === 0) return null;
  return (
    <Fact name="Cost">
      <NoPrice modelName={span.modelName ?? null} provider={span.provider ?? null} />
    </Fact>
  );
}

function CostBelow({ span }: { span: PricedSpan }) {
  const { id, cumulativeCostSummary: summary, cumulativeCostDetailSummaryEntries = [] } = span;
  if (!id || !summary) return null;
  if (summary.total.cost === null && summary.unpricedSpanCount === 0) return null;
  return (
    <Fact name="Cost of descendants">
      <CostBreakdown summary={summary} details={cumulativeCostDetailSummaryEntries} />{' '}
      <UnpricedNote counts={summary} owner={{ id }} />
    </Fact>
  );
}

interface NoPriceProps {
  modelName: string | null;
  provider: string | null;
}

/** Says that a model has no price, with a link that sets it for those who may. */
export function NoPrice({ modelName, provider }: NoPriceProps) {
  const { canOnServer } = useViewer();
  if (!modelName?.trim()) return <span className={classes.missing}>The span names no model</span>;
  return (
    <span className={classes.missing}>
      No price for {modelName}.{' '}
      <Link
        to="/settings/models"
        search={
          canOnServer.write
            ? { model: 'new', name: modelName.trim(), provider: provider ?? undefined }
            : { q: modelName.trim() }
        }
        className={classes.link}
      >
        {canOnServer.write ? 'Set price' : 'Show models'}
      </Link>
    </span>
  );
}
