import { Tooltip, UnstyledButton } from '@mantine/core';
import { formatCost, formatCostExact, formatExact } from '../../lib/format/numbers.js';
import type { CostDetail, CostSummary } from './cost-fields.js';
import classes from './cost.module.css';

/**
 * A shortened cost in US dollars; the tooltip splits it into prompt and completion. A dash if it is
 * unknown.
 */
export function Cost({ summary }: { summary: CostSummary | null | undefined }) {
  const cost = summary?.total.cost;
  if (cost == null) return <span aria-label="no cost">–</span>;
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
        </span>
      }
    >
      <span className="numeric">{formatCost(cost)}</span>
    </Tooltip>
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
  if (total.cost === null) return <span aria-label="no cost">–</span>;
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
          </tbody>
        </table>
      }
    >
      <UnstyledButton className={`${classes.hover} numeric`}>
        {formatCost(total.cost)}
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
