import { Tooltip, UnstyledButton } from '@mantine/core';
import { formatCost, formatCostExact, formatExact } from '../../lib/format/numbers.js';
import {
  type CostDetail,
  type CostSummary,
  describeUnpriced,
  type PricedCounts,
} from './cost-fields.js';
import classes from './cost.module.css';

/**
 * A shortened cost in US dollars; the tooltip splits it into prompt and completion. A dash if it is
 * unknown. A plus follows a cost that leaves out calls without a price, and the tooltip counts them.
 */
export function Cost({ summary }: { summary: CostSummary | null | undefined }) {
  const cost = summary?.total.cost;
  const missing = summary ? describeUnpriced(summary) : null;
  if (cost == null) return <NoCost missing={missing} />;
  const { prompt, completion } = summary!;
  return (
    <Tooltip
      label={
        <span className="numeric">
          {formatCostExact(cost)}
          <br />
          prompt {formatCostExact(prompt.cost ?? 0)}
          <br />
          completion {formatCostExact(completion.cost ?? 0)}
          {missing ? (
            <>
              <br />
              {missing}
            </>
          ) : null}
        </span>
      }
    >
      <span className="numeric">
        {formatCost(cost)}
        {missing ? <Incomplete missing={missing} /> : null}
      </span>
    </Tooltip>
  );
}

/** A dash, with what is not priced. */
function NoCost({ missing }: { missing: string | null }) {
  if (!missing) return <span aria-label="no cost">–</span>;
  return (
    <Tooltip label={missing}>
      <span aria-label={`no cost, ${missing}`}>–</span>
    </Tooltip>
  );
}

interface MarkedCostProps {
  /** The cost as it is written. */
  text: string;
  counts: PricedCounts;
}

/** A cost with its limit or the like. A plus follows if it leaves out calls, and the tooltip counts them. */
export function MarkedCost({ text, counts }: MarkedCostProps) {
  const missing = describeUnpriced(counts);
  if (!missing) return text;
  return (
    <Tooltip label={missing}>
      <span>
        {text}
        <Incomplete missing={missing} />
      </span>
    </Tooltip>
  );
}

/** Marks a cost that does not include all calls. */
function Incomplete({ missing }: { missing: string }) {
  return (
    <span role="img" aria-label={missing}>
      +
    </span>
  );
}

interface CostBreakdownProps {
  summary: CostSummary;
  /** Prompt first. */
  details: readonly CostDetail[];
}

/** A cost that shows the cost of each type of tokens when it is pointed at or has the focus. */
export function CostBreakdown({ summary, details }: CostBreakdownProps) {
  const { prompt, completion, total } = summary;
  const missing = describeUnpriced(summary);
  if (total.cost === null) return <NoCost missing={missing} />;
  const lines = [
    { name: 'Prompt', ...prompt },
    ...listTypes(details, true),
    { name: 'Completion', ...completion },
    ...listTypes(details, false),
    { name: 'Total', ...total },
  ];
  return (
    <Tooltip
      events={{ hover: true, focus: true, touch: true }}
      label={
        <table className={classes.breakdown}>
          <tbody>
            {lines.map(({ name, tokens, cost, isType }) =>
              tokens === null ? null : (
                <tr key={`${name} ${isType}`} data-type={isType}>
                  <td>{name}</td>
                  <td>{formatExact(tokens)}</td>
                  <td>{cost === null ? '–' : formatCostExact(cost)}</td>
                </tr>
              ),
            )}
            {missing ? (
              <tr>
                <td colSpan={3}>{missing}</td>
              </tr>
            ) : null}
          </tbody>
        </table>
      }
    >
      <UnstyledButton className={`${classes.hover} numeric`}>
        {formatCost(total.cost)}
        {missing ? <Incomplete missing={missing} /> : null}
      </UnstyledButton>
    </Tooltip>
  );
}

interface Line {
  name: string;
  tokens: number | null;
  cost: number | null;
  isType?: 'prompt' | 'completion';
}

/** The types of one side, unless all its tokens are of the ordinary type. */
function listTypes(details: readonly CostDetail[], isPrompt: boolean): Line[] {
  const own = details.filter((detail) => detail.isPrompt === isPrompt);
  const base = isPrompt ? 'input' : 'output';
  if (own.every(({ tokenType }) => tokenType === base)) return [];
  return own.map(({ tokenType, value }) => ({
    name: tokenType.replaceAll('_', ' '),
    ...value,
    isType: isPrompt ? 'prompt' : 'completion',
  }));
}
