import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import rowLink from '../../../components/data-table/row-link.module.css';
import { getBuiltInLabel } from '../../../components/evaluators/evaluator-names.js';
import { ConditionText } from '../../../components/filters/condition-text.js';
import { formatCost, formatCount, formatScore } from '../../../lib/format/numbers.js';
import type { Rule } from '../api/rules.js';
import { formatRate, formatUsed, suggestFix, TARGETS } from '../rule-texts.js';
import { BackfillProgress } from './backfill-progress.js';
import { EvaluatorName } from './evaluator-name.js';
import classes from './rule-columns.module.css';
import { type RuleActions, RuleMenu } from './rule-menu.js';
import { RuleSwitch } from './rule-switch.js';

/** Returns the columns of the list of rules. */
export function buildRuleColumns(
  actions: RuleActions,
  findScore: (rule: Rule) => number | null,
): DataColumn<Rule>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 180,
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
      width: 84,
      cell: (rule) => <RuleSwitch rule={rule} />,
    },
    {
      id: 'condition',
      header: 'Evaluates',
      width: 240,
      cell: ({ target, condition }) =>
        condition === '' ? (
          `all ${TARGETS[target].tab}`
        ) : (
          <span className={classes.condition}>
            {TARGETS[target].tab} <ConditionText condition={condition} />
          </span>
        ),
    },
    {
      id: 'rate',
      header: 'Sample',
      width: 78,
      numeric: true,
      cell: ({ samplingRate }) => formatRate(samplingRate),
    },
    {
      id: 'evaluator',
      header: 'Evaluator',
      width: 150,
      cell: ({ evaluator }) => <EvaluatorName {...evaluator} name={getName(evaluator)} />,
    },
    {
      id: 'evaluated',
      header: 'Today',
      label: 'Evaluated today',
      tip: 'Evaluations of today in UTC, and the most per day',
      width: 92,
      numeric: true,
      cell: ({ evaluatedToday, failedToday, maxEvaluationsPerDay }) =>
        // Failed ones count, too.
        formatUsed(evaluatedToday + failedToday, maxEvaluationsPerDay),
    },
    {
      id: 'failed',
      header: 'Failed',
      width: 70,
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
      width: 78,
      numeric: true,
      cell: ({ skippedToday }) => formatCount(skippedToday),
    },
    {
      id: 'waiting',
      header: 'Waiting',
      tip: 'Selected and not evaluated yet. Traces and sessions wait until they are quiet.',
      width: 78,
      numeric: true,
      cell: ({ waitingCount }) => formatCount(waitingCount),
    },
    {
      id: 'cost',
      header: 'Cost',
      label: 'Cost today',
      tip: 'US dollars of today in UTC, and the most per day',
      width: 110,
      numeric: true,
      cell: ({ costToday, maxCostPerDay }) => formatUsed(costToday, maxCostPerDay, formatCost),
    },
    {
      id: 'score',
      header: 'Score',
      label: 'Mean score',
      tip: 'The mean score of the last 7 days',
      width: 72,
      numeric: true,
      cell: (rule) => {
        const score = findScore(rule);
        return score === null ? <span aria-label="no score">–</span> : formatScore(score);
      },
    },
    {
      id: 'backfill',
      header: 'Past data',
      width: 170,
      cell: ({ backfill }) =>
        backfill ? <BackfillProgress backfill={backfill} /> : <span aria-label="none">–</span>,
    },
    {
      id: 'error',
      header: 'Last error',
      width: 260,
      cell: ({ lastError, lastErrorAt }) =>
        lastError === null ? (
          <span aria-label="none">–</span>
        ) : (
          <span className={classes.error} title={`${lastError}\n${suggestFix(lastError)}`}>
            <RelativeTime time={lastErrorAt} /> {lastError}
          </span>
        ),
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

function getName({ kind, name }: Rule['evaluator']): string {
  return kind === 'BUILTIN' ? getBuiltInLabel(name) : name;
}
