import { Link } from '@tanstack/react-router';
import { CostBreakdown } from '../../../components/costs/cost.js';
import { addUpCosts } from '../../../components/costs/cost-fields.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { DetailedSpan } from '../api/span-query.js';
import { Fact } from './facts.js';
import classes from './span-cost.module.css';

/** What the cost of a span needs; absent while the span loads. */
export type PricedSpan = Partial<
  Pick<
    DetailedSpan,
    | 'modelName'
    | 'provider'
    | 'costSummary'
    | 'costDetailSummaryEntries'
    | 'cumulativeCostDetailSummaryEntries'
  >
>;

/**
 * The cost of a model call, or of all descendants. If no model prices the call, says so and links to
 * the models.
 */
export function SpanCost({ span }: { span: PricedSpan }) {
  const { costSummary, costDetailSummaryEntries = [] } = span;
  if (!costSummary) {
    const below = span.cumulativeCostDetailSummaryEntries ?? [];
    const summary = addUpCosts(below);
    return summary.total.cost === null ? null : (
      <Fact name="Cost of descendants">
        <CostBreakdown summary={summary} details={below} />
      </Fact>
    );
  }
  if (costSummary.total.cost !== null) {
    return (
      <Fact name="Cost">
        <CostBreakdown summary={costSummary} details={costDetailSummaryEntries} />
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

function NoPrice({ modelName, provider }: { modelName: string | null; provider: string | null }) {
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
        {canOnServer.write ? 'Add a price' : 'Show models'}
      </Link>
    </span>
  );
}
