import { Field, Float, HideField, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Node } from '../../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import type { ModelProviderKey } from '../../../config/model-providers.js';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import { OpenAIApiType } from '../../../model-providers/custom/graphql/custom-provider-config.type.js';
import { PromptTemplateFormat } from '../../../prompts/templates/graphql/prompt-template.type.js';
import { ModelProvider } from '../../../prompts/versions/graphql/prompt-version.type.js';
import { PricedSpanCounts } from '../../../tracing/graphql/cost.type.js';
import { ExperimentJobStatus, ExperimentJobStopReason } from '../experiment-job.enum.js';
import {
  EXPERIMENT_JOB_TYPE,
  type ExperimentJobRow,
  type JobTask,
} from '../experiment-jobs.service.js';

registerEnumType(ExperimentJobStatus, {
  name: 'ExperimentJobStatus',
  valuesMap: {
    COMPLETED: { description: 'Every run was made, though some may have failed.' },
    STOPPED: { description: 'By a user, or at its budget. It can be resumed.' },
    ERROR: { description: 'It cannot continue; `lastError` says why. It can be resumed.' },
  },
});

registerEnumType(ExperimentJobStopReason, {
  name: 'ExperimentJobStopReason',
  description: 'The reason why a job was stopped before its end.',
  valuesMap: {
    STREAM_ENDED: { description: 'Nobody reads the stream of an ephemeral experiment.' },
  },
});

@ObjectType({ description: 'Limits that stop a job.' })
export class ExperimentJobBudget {
  @Field(() => Float, { nullable: true })
  maxTokens: number | null;

  @Field(() => Float, { nullable: true, description: 'US dollars.' })
  maxCost: number | null;
}

@ObjectType({ description: 'The progress of a job.' })
export class ExperimentJobProgress {
  @Field(() => Int)
  successfulRuns: number;

  @Field(() => Int)
  failedRuns: number;

  @Field(() => Int)
  missingRuns: number;

  @Field(() => Int)
  evaluations: number;

  @Field(() => Int)
  failedEvaluations: number;
}

@ObjectType({
  description: 'The connection of a job to a built-in provider. Secrets are never shown.',
})
export class GenerativeModelConnectionConfig {
  @Field(() => String, { nullable: true, description: 'Null for the address of the server.' })
  address: string | null;

  @Field(() => String, { nullable: true })
  regionName: string | null;

  @Field(() => OpenAIApiType, { nullable: true })
  openaiApiType: keyof typeof OpenAIApiType | null;

  @Field(() => String, { nullable: true })
  organization: string | null;

  @Field(() => String, { nullable: true })
  project: string | null;
}

@ObjectType({ description: 'The request that a job sends to a model.' })
export class PromptConfig {
  /** The row, for the fields that are derived from it. */
  @HideField()
  task: JobTask;

  @Field(() => PromptTemplateFormat)
  templateFormat: PromptTemplateFormat;

  @Field(() => ModelProvider)
  modelProvider: ModelProviderKey;

  @Field(() => String)
  modelName: string;
}

@ObjectType({ description: 'The rules by which a job fills a prompt with an example.' })
export class PlaygroundConfig {
  @Field(() => String, { description: 'Where the variables are; empty for the whole example.' })
  templateVariablesPath: string;

  @Field(() => String, { nullable: true, description: 'Where further messages are.' })
  appendedMessagesPath: string | null;
}

@ObjectType({ description: 'The task of a job.' })
export class PromptTaskConfig {
  @HideField()
  customProviderRowId: number | null;

  @Field(() => PromptConfig)
  prompt: PromptConfig;

  @Field(() => GenerativeModelConnectionConfig)
  connection: GenerativeModelConnectionConfig;

  @Field(() => PlaygroundConfig)
  playgroundConfig: PlaygroundConfig;

  @Field(() => Boolean)
  streamModelOutput: boolean;
}

@ObjectType({ description: 'An experiment that the server runs.', implements: () => Node })
export class ExperimentJob implements Node {
  @Field(() => ID)
  id: string;

  @HideField()
  rowId: number;

  @HideField()
  experimentRowId: number;

  @HideField()
  datasetEvaluatorRowIds: number[];

  @Field(() => ExperimentJobStatus)
  status: ExperimentJobStatus;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar, { description: 'When it was last started or resumed.' })
  startedAt: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Null while it runs.' })
  endedAt: string | null;

  @Field(() => ExperimentJobStopReason, { nullable: true })
  stopReason: ExperimentJobStopReason | null;

  @Field(() => String, { nullable: true, description: 'Why it cannot continue.' })
  lastError: string | null;

  @Field(() => Int, { description: 'The most calls at a time.' })
  maxConcurrency: number;

  @Field(() => ExperimentJobBudget)
  budget: ExperimentJobBudget;

  @Field(() => Float, {
    description:
      'Tokens that models have used so far, with those of evaluators and of all attempts.',
  })
  tokensUsed: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Their cost in US dollars; null if no price is known.',
  })
  costUsed: number | null;

  @Field(() => PricedSpanCounts, {
    description:
      'How many calls, with those of evaluators and of all attempts, had no price when they were made.',
  })
  pricedSpans: PricedSpanCounts;

  @Field(() => Float, {
    nullable: true,
    description:
      'Estimated from the runs since it was last started or resumed. Null while it does not run, and before the first run.',
  })
  secondsLeft: number | null;

  @Field(() => PromptTaskConfig)
  taskConfig: PromptTaskConfig;
}

@ObjectType()
export class ExperimentJobEdge extends EdgeOf(ExperimentJob) {}

@ObjectType()
export class ExperimentJobConnection extends ConnectionOf(ExperimentJobEdge) {}

@ObjectType({ description: 'The result of stopping or resuming a job.' })
export class ExperimentJobMutationPayload {
  @Field(() => ExperimentJob)
  job: ExperimentJob;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toExperimentJob(row: ExperimentJobRow): ExperimentJob {
  const { id, experimentId, evaluatorIds, status, stopReason, task, createdAt, endedAt } = row;
  const { lastError, maxConcurrency, maxTokens, maxCost, tokensUsed, costUsed } = row;
  return {
    id: toGlobalId(EXPERIMENT_JOB_TYPE, id),
    rowId: id,
    experimentRowId: experimentId,
    datasetEvaluatorRowIds: evaluatorIds,
    status: ExperimentJobStatus[status],
    createdAt,
    startedAt: row.attemptStartedAt,
    endedAt,
    stopReason: stopReason && ExperimentJobStopReason[stopReason],
    lastError,
    maxConcurrency,
    budget: { maxTokens, maxCost },
    tokensUsed,
    costUsed,
    pricedSpans: { spanCount: row.callCount, unpricedSpanCount: row.unpricedCallCount },
    secondsLeft: estimateSecondsLeft(row),
    taskConfig: toTaskConfig(task),
  };
}

function toTaskConfig(task: JobTask): PromptTaskConfig {
  const { version, connection, templateVariablesPath, appendedMessagesPath } = task;
  const { address, region, apiType, organization, project } = connection;
  return {
    customProviderRowId: version.customProviderId,
    prompt: {
      task,
      templateFormat: version.templateFormat as PromptTemplateFormat,
      modelProvider: version.modelProvider,
      modelName: version.modelName,
    },
    connection: {
      address: address ?? null,
      regionName: region ?? null,
      openaiApiType: apiType ?? null,
      organization: organization ?? null,
      project: project ?? null,
    },
    playgroundConfig: { templateVariablesPath, appendedMessagesPath },
    streamModelOutput: task.streamModelOutput,
  };
}

function estimateSecondsLeft(row: ExperimentJobRow): number | null {
  const { status, attemptRunCount, attemptDoneCount, secondsInAttempt } = row;
  if (status !== 'RUNNING' || attemptDoneCount === 0) return null;
  const left = Math.max(0, attemptRunCount - attemptDoneCount);
  return (left * secondsInAttempt) / attemptDoneCount;
}
