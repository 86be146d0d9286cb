import { MarkedCost } from '../../../components/costs/cost.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { ConditionText } from '../../../components/filters/condition-text.js';
import { formatCost, formatCount, formatScore } from '../../../lib/format/numbers.js';
import type { Rule } from '../api/rules.js';
import { formatRate, formatUsed, suggestFix, TARGETS } from '../rule-texts.js';
import { BackfillProgress } from './backfill-progress.js';
import { EvaluatorName } from './evaluator-name.js';
import classes from './rule-columns.module.css';
import { type RuleActions, RuleMenu } from './rule-menu.js';
import { RuleSwitch } from './rule-switch.js';
import { actionsColumn, countColumn } from '../../../components/data-table/common-columns.js';
import { NameLinkCell } from '../../../components/data-table/name-link.js';

/** The columns that count what a rule did today, and what it spent. */
const TODAY_COLUMNS: readonly DataColumn<Rule>[] = [
  {
    id: 'evaluated',
    header: 'Today',
    label: 'Evaluated today',
    tip: 'Evaluations today (UTC), and the daily limit',
    width: 88,
    numeric: true,
    cell: ({ evaluatedToday, failedToday, maxEvaluationsPerDay }) =>
      // Failed ones count, too.
      formatUsed(evaluatedToday + failedToday, maxEvaluationsPerDay),
  },
  {
    id: 'failed',
    header: 'Failed',
    width: 64,
    numeric: true,
    cell: ({ failedToday }) =>
      failedToday === 0 ? '0' : <span className={classes.failed}>{formatCount(failedToday)}</span>,
  },
  countColumn({
    id: 'skipped',
    header: 'Skipped',
    tip: 'Beyond today’s limits. To evaluate these later, evaluate past traces.',
    width: 74,
    count: ({ skippedToday }) => skippedToday,
  }),
  countColumn({
    id: 'waiting',
    header: 'Waiting',
    tip: 'Selected and not evaluated yet. Traces and sessions wait until they are quiet.',
    width: 72,
    count: ({ waitingCount }) => waitingCount,
  }),
  {
    id: 'cost',
    header: 'Cost',
    label: 'Cost today',
    tip: 'US dollars today (UTC), and the daily limit',
    width: 102,
    numeric: true,
    cell: ({ costToday, maxCostPerDay, pricedSpansToday }) => (
      <MarkedCost
        text={formatUsed(costToday, maxCostPerDay, formatCost)}
        counts={pricedSpansToday}
      />
    ),
  },
];

/**
 * Returns the columns of the list of rules.
 * @param findScore returns the mean score of the last 7 days, once it is known.
 */
export function buildRuleColumns(
  actions: RuleActions,
  findScore: (rule: Rule) => number | null,
): DataColumn<Rule>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 150,
      grow: true,
      required: true,
      cell: ({ id, projectId, name }) => (
        <NameLinkCell
          to="/projects/$projectId/evaluation/$ruleId"
          params={{ projectId, ruleId: id }}
          name={name}
        />
      ),
    },
    {
      id: 'enabled',
      header: 'Enabled',
      width: 78,
      cell: (rule) => <RuleSwitch rule={rule} />,
    },
    {
      id: 'condition',
      header: 'Evaluates',
      width: 236,
      cell: ({ target, condition, samplingRate }) => (
        <span className={classes.condition}>
          <span>
            {formatRate(samplingRate)} of {TARGETS[target].tab}
          </span>
          {condition === '' ? null : <ConditionText condition={condition} />}
        </span>
      ),
    },
    {
      id: 'evaluator',
      header: 'Evaluator',
      width: 112,
      cell: ({ evaluator }) => <EvaluatorName {...evaluator} />,
    },
    ...TODAY_COLUMNS,
    {
      id: 'score',
      header: 'Score',
      label: 'Mean score',
      tip: 'The mean score of the last 7 days',
      width: 64,
      numeric: true,
      cell: (rule) => {
        const score = findScore(rule);
        return score === null ? <span aria-label="no score">–</span> : formatScore(score);
      },
    },
    {
      id: 'status',
      header: 'Last error',
      tip: 'The error of the last failed evaluation, or the progress while past data is evaluated',
      width: 140,
      cell: (rule) => <Status rule={rule} />,
    },
    actionsColumn((rule) => <RuleMenu rule={rule} {...actions} />),
  ];
}

function Status({ rule: { backfill, lastError, lastErrorAt } }: { rule: Rule }) {
  if (backfill?.isRunning) return <BackfillProgress backfill={backfill} />;
  if (lastError === null) return <span aria-label="none">–</span>;
  return (
    <span className={classes.error} title={`${lastError} ${suggestFix(lastError)}`}>
      <RelativeTime time={lastErrorAt} /> {lastError}
    </span>
  );
}
