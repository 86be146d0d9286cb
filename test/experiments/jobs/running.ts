import type { Client } from 'graphql-ws';
import { aVersion, chunk, message } from '../../playground/chats.js';
import { eventually } from '../../support/eventually.js';
import { anExample } from '../../support/factories/dataset-example.js';
import { aDataset } from '../../support/factories/dataset.js';
import type { Sql } from '../../support/factories/insert.js';
import { globalId } from '../../support/global-id.js';
import {
  events,
  type ProviderAnswer,
  type ProviderRequest,
} from '../../support/provider-server.js';
import type { GraphqlAnswer } from '../../support/server.js';
import { collect } from '../../support/subscriptions.js';

export const RUN = `subscription ($input: ChatCompletionOverDatasetInput!) {
  chatCompletionOverDataset(input: $input) {
    __typename
    ... on ChatCompletionSubscriptionExperiment {
      datasetExampleId repetitionNumber
      experiment { id name isEphemeral repetitions expectedRunCount job { id status } }
    }
    ... on TextChunk { datasetExampleId repetitionNumber content }
    ... on ChatCompletionSubscriptionResult {
      datasetExampleId repetitionNumber
      span { name tokenCountTotal } experimentRun { id output traceId trace { id } }
    }
    ... on ChatCompletionSubscriptionError {
      datasetExampleId repetitionNumber message experimentRun { id error }
    }
    ... on EvaluationChunk {
      datasetExampleId repetitionNumber evaluatorName error
      experimentRunEvaluation { name label score explanation annotatorKind error traceId }
      trace { id }
    }
  }
}`;

/** A payload of the subscription. */
export interface Payload {
  __typename: string;
  datasetExampleId: string | null;
  repetitionNumber: number | null;
  content?: string;
  message?: string;
  evaluatorName?: string;
  error?: string | null;
  experiment?: { id: string; name: string; isEphemeral: boolean; job: { status: string } };
  experimentRun?: { id: string; output?: unknown; error?: string; trace?: { id: string } | null };
  experimentRunEvaluation?: { name: string; label: string | null; score: number | null };
  trace?: { id: string } | null;
}

const JOB = `id status stopReason lastError maxConcurrency tokensUsed costUsed secondsLeft startedAt
  pricedSpans { spanCount unpricedSpanCount }
  endedAt budget { maxTokens maxCost }
  progress { successfulRuns failedRuns missingRuns evaluations failedEvaluations }
  datasetEvaluators { name }
  errors { edges { node { category level message detail {
    __typename
    ... on FailureDetail { errorType workItem { datasetExampleId repetitionNumber evaluatorName } }
    ... on RetriesExhaustedDetail { retryCount reason }
  } } } }
  taskConfig {
    streamModelOutput playgroundConfig { templateVariablesPath appendedMessagesPath }
    connection { address } customProvider { id }
    prompt { modelName modelProvider promptVersion { id } tools { tools { __typename } }
             template { ... on PromptChatTemplate { messages { roleName } } }
             invocationParameters { __typename } responseFormat { jsonSchema { name } } }
  }`;

/** A job, as the operations below return it. */
export interface Job {
  id: string;
  status: 'RUNNING' | 'COMPLETED' | 'STOPPED' | 'ERROR';
  stopReason: string | null;
  lastError: string | null;
  tokensUsed: number;
  costUsed: number | null;
  pricedSpans: { spanCount: number; unpricedSpanCount: number };
  secondsLeft: number | null;
  endedAt: string | null;
  budget: { maxTokens: number | null; maxCost: number | null };
  progress: {
    successfulRuns: number;
    failedRuns: number;
    missingRuns: number;
    evaluations: number;
    failedEvaluations: number;
  };
  datasetEvaluators: { name: string }[];
  errors: { edges: { node: { category: string; message: string; detail: object | null } }[] };
  taskConfig: object;
}

type Gql = <T>(query: string, variables?: Record<string, unknown>) => Promise<GraphqlAnswer<T>>;

/** The version of a prompt that asks about the city of an example. */
export const aCityVersion = (text = 'Where is {{city}}?', rest: object = {}) =>
  aVersion({ template: { messages: [message('USER', text)] }, ...rest });

/** The input of the subscription. */
export const aRun = (datasetId: number, rest: object = {}) => ({
  promptVersion: aCityVersion(),
  datasetId: globalId('Dataset', datasetId),
  ...rest,
});

/** Creates a dataset whose examples have the inputs `{"city": "city-0"}`, `{"city": "city-1"}` and so on. */
export async function aDatasetOfCities(
  database: Sql,
  count: number,
  name?: string,
): Promise<{ id: number; exampleIds: number[] }> {
  const { id } = await aDataset(database, name === undefined ? {} : { name });
  const exampleIds: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const example = { input: { city: `city-${n}` }, output: { answer: `In country-${n}` } };
    exampleIds.push((await anExample(database, { dataset_id: id, ...example })).id);
  }
  return { id, exampleIds };
}

/** Answers with a text, and the usage of 10 and 5 tokens. */
export const say = (text: string): ProviderAnswer =>
  events(
    [
      chunk({ content: text }),
      chunk({}, 'stop'),
      {
        ...chunk({}),
        choices: [],
        usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
      },
    ],
    { done: '[DONE]' },
  );

/** The last message of a request. */
export function questionOf({ body }: ProviderRequest): string {
  const messages = body['messages'] as { content: string }[];
  return messages.at(-1)!.content;
}

/** Answers each question about `city-n` with `In country-n`. */
export const answerCities: ProviderAnswer = (response, request) => {
  const [, number] = /city-(\d+)/.exec(questionOf(request)) ?? [];
  return say(`In country-${number}`)(response, request);
};

/** Runs an experiment and collects what its stream sends. */
export async function runExperiment(client: Client, input: object): Promise<Payload[]> {
  const results = await collect<{ chatCompletionOverDataset: Payload }>(client, RUN, { input });
  return results.map(({ data, errors }) => {
    if (errors) throw new Error(errors[0]!.message);
    return data!.chatCompletionOverDataset;
  });
}

/** Starts an experiment, and leaves its stream once it has the ID. */
export async function startExperiment(client: Client, input: object): Promise<string> {
  const query = { query: RUN, variables: { input } };
  for await (const { data, errors } of client.iterate<{ chatCompletionOverDataset: Payload }>(
    query,
  )) {
    if (errors) throw new Error(errors[0]!.message);
    return data!.chatCompletionOverDataset.experiment!.id;
  }
  throw new Error('The stream ended without an experiment.');
}

/** Sends operations on the jobs of experiments. */
export function jobOperations(gql: Gql) {
  const read = async (id: string): Promise<Job> => {
    const { data, errors } = await gql<{ node: { job: Job } }>(
      `query ($id: ID!) { node(id: $id) { ... on Experiment { job { ${JOB} } } } }`,
      { id },
    );
    if (errors) throw new Error(errors[0]!.message);
    return data!.node.job;
  };
  const change = async (call: string, declared: string, variables: object) => {
    const { data, errors } = await gql<{ done: { job: Job } }>(
      `mutation ($id: ID!${declared}) { done: ${call} { job { ${JOB} } } }`,
      { ...variables },
    );
    return { job: data?.done.job, error: errors?.[0] };
  };
  return {
    read,
    stop: (id: string) => change('stopExperiment(experimentId: $id)', '', { id }),
    resume: (id: string, variables: object = {}) =>
      change(
        'resumeExperiment(experimentId: $id, credentials: $credentials, headers: $headers, budget: $budget)',
        ', $credentials: [GenerativeCredentialInput!], $headers: JSON, $budget: ExperimentBudgetInput',
        { id, ...variables },
      ),
    /** Waits until the job does not run, and returns it. */
    end: (id: string, withinMs = 30_000) =>
      eventually(
        'the end of a job',
        async () => {
          const job = await read(id);
          return job.status !== 'RUNNING' && job;
        },
        { withinMs },
      ),
  };
}

/** Lets a user toggle an experiment again at once. */
export const coolDown = (database: Sql) =>
  database.sql("UPDATE experiment_jobs SET toggled_at = now() - interval '1 minute'");
