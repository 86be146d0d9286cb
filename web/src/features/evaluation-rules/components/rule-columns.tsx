import { Link } from '@tanstack/react-router';
import { MarkedCost } from '../../../components/costs/cost.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import rowLink from '../../../components/data-table/row-link.module.css';
import { ConditionText } from '../../../components/filters/condition-text.js';
import { formatCost, formatCount, formatScore } from '../../../lib/format/numbers.js';
import type { Rule } from '../api/rules.js';
import { formatRate, formatUsed, suggestFix, TARGETS } from '../rule-texts.js';
import { BackfillProgress } from './backfill-progress.js';
import { EvaluatorName } from './evaluator-name.js';
import classes from './rule-columns.module.css';
import { type RuleActions, RuleMenu } from './rule-menu.js';
import { RuleSwitch } from './rule-switch.js';

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
        <span className={rowLink.cell}>
          <Link
            to="/projects/$projectId/evaluation/$ruleId"
            params={{ projectId, ruleId: id }}
            className={rowLink.link}
            dir="auto"
            title={name}
          >
            {name}
          </Link>
        </span>
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
    {
      id: 'evaluated',
      header: 'Today',
      label: 'Evaluated today',
      tip: 'Evaluations of today in UTC, and the most per day',
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
        failedToday === 0 ? (
          '0'
        ) : (
          <span className={classes.failed}>{formatCount(failedToday)}</span>
        ),
    },
    {
      id: 'skipped',
      header: 'Skipped',
      tip: 'Beyond the limits of today. To evaluate it later, evaluate past traces.',
      width: 74,
      numeric: true,
      cell: ({ skippedToday }) => formatCount(skippedToday),
    },
    {
      id: 'waiting',
      header: 'Waiting',
      tip: 'Selected and not evaluated yet. Traces and sessions wait until they are quiet.',
      width: 72,
      numeric: true,
      cell: ({ waitingCount }) => formatCount(waitingCount),
    },
    {
      id: 'cost',
      header: 'Cost',
      label: 'Cost today',
      tip: 'US dollars of today in UTC, and the most per day',
      width: 102,
      numeric: true,
      cell: ({ costToday, maxCostPerDay, pricedSpansToday }) => (
        <MarkedCost
          text={formatUsed(costToday, maxCostPerDay, formatCost)}
          counts={pricedSpansToday}
        />
      ),
    },
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
      tip: 'Why an evaluation failed last, or how much of the past is evaluated while that goes on',
      width: 140,
      cell: (rule) => <Status rule={rule} />,
    },
    {
      id: 'actions',
      header: '',
      label: 'Actions',
      width: 56,
      required: true,
      numeric: true,
      cell: (rule) => <RuleMenu rule={rule} {...actions} />,
    },
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
