import { Field, Float, HideField, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Node } from '../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../kernel/pagination/connection.js';
import { EvaluatorInputMapping } from '../../evaluators/graphql/input-mapping.type.js';
import { EvaluationRuleTarget } from '../evaluation-rule.enum.js';
import type { BackfillRow } from '../backfills.service.js';
import { EVALUATION_RULE_TYPE, type EvaluationRuleRow } from '../evaluation-rules.service.js';

registerEnumType(EvaluationRuleTarget, {
  name: 'EvaluationRuleTarget',
  description: 'The kinds of targets that rules evaluate.',
  valuesMap: {
    SPAN: { description: 'Each span, shortly after it arrives.' },
    TRACE: { description: 'Each trace, once no span has arrived for a minute.' },
    SESSION: { description: 'Each session, once no span has arrived for ten minutes.' },
  },
});

@ObjectType({
  description:
    'Evaluates a sample of what arrives in a project and meets a condition. Its evaluations are annotations with its name and the identifier `rule:<row ID>`.',
  implements: () => Node,
})
export class EvaluationRule implements Node {
  @Field(() => ID)
  id: string;

  @HideField()
  rowId: number;

  @HideField()
  projectRowId: number;

  @HideField()
  evaluatorRowId: number;

  @HideField()
  userRowId: number | null;

  @HideField()
  tracesProjectName: string;

  @Field(() => ID, { description: 'The project whose spans, traces or sessions it evaluates.' })
  projectId: string;

  @Field(() => String, { description: 'Unique in the project. The name of its annotations.' })
  name: string;

  @Field(() => EvaluationRuleTarget)
  target: `${EvaluationRuleTarget}`;

  @Field(() => String, {
    description:
      'A condition on spans, traces or sessions, in the same language as in lists. Empty for all.',
  })
  condition: string;

  @Field(() => Float, {
    description: 'The part of what meets the condition that is evaluated, above 0 and at most 1.',
  })
  samplingRate: number;

  @Field(() => EvaluatorInputMapping)
  inputMapping: EvaluatorInputMapping;

  @Field(() => Int, {
    nullable: true,
    description: 'The most evaluations per day in UTC, with failed ones. Null for no limit.',
  })
  maxEvaluationsPerDay: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'The most US dollars per day in UTC. Evaluations under way are completed. Null for no limit.',
  })
  maxCostPerDay: number | null;

  @Field(() => Boolean)
  isEnabled: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Why an evaluation failed last, since the rule was changed.',
  })
  lastError: string | null;

  @Field(() => DateTimeScalar, { nullable: true })
  lastErrorAt: string | null;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar)
  updatedAt: string;
}

@ObjectType({ description: 'Evaluates what was already stored with a rule, newest first.' })
export class EvaluationRuleBackfill {
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Of the range in which the spans, traces or sessions began; null if it is open.',
  })
  startTime: string | null;

  @Field(() => DateTimeScalar)
  endTime: string;

  @Field(() => Int, {
    description:
      'Count of those that it has selected so far. Traces and sessions that do not meet the condition count, too.',
  })
  selectedCount: number;

  @Field(() => Int, {
    description:
      'Count of the selected ones that have been evaluated, have failed, or were skipped because of a limit.',
  })
  doneCount: number;

  @Field(() => Boolean)
  isRunning: boolean;

  @Field(() => String, { nullable: true, description: 'Why it ended early.' })
  error: string | null;

  @Field(() => DateTimeScalar)
  createdAt: string;
}

@ObjectType()
export class EvaluationRuleEdge extends EdgeOf(EvaluationRule) {}

@ObjectType()
export class EvaluationRuleConnection extends ConnectionOf(EvaluationRuleEdge) {}

@ObjectType({ description: 'The result of saving a rule.' })
export class EvaluationRuleMutationPayload {
  @Field(() => EvaluationRule)
  evaluationRule: EvaluationRule;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class DeleteEvaluationRulesPayload {
  @Field(() => [ID])
  deletedEvaluationRuleIds: string[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toEvaluationRule(row: EvaluationRuleRow): EvaluationRule {
  return {
    id: toGlobalId(EVALUATION_RULE_TYPE, row.id),
    rowId: row.id,
    projectRowId: row.projectId,
    evaluatorRowId: row.evaluatorId,
    userRowId: row.userId,
    tracesProjectName: row.tracesProjectName,
    projectId: toGlobalId('Project', row.projectId),
    name: row.name,
    target: row.target,
    condition: row.condition,
    samplingRate: row.samplingRate,
    inputMapping: row.inputMapping,
    maxEvaluationsPerDay: row.maxEvaluationsPerDay,
    maxCostPerDay: row.maxCostPerDay,
    isEnabled: row.isEnabled,
    lastError: row.lastError,
    lastErrorAt: row.lastErrorAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

export function toBackfill(row: BackfillRow): EvaluationRuleBackfill {
  const { startTime, endTime, selected, waiting, isSelecting, error, createdAt } = row;
  return {
    startTime,
    endTime,
    selectedCount: selected,
    doneCount: Math.max(0, selected - waiting),
    isRunning: isSelecting || waiting > 0,
    error,
    createdAt,
  };
}
