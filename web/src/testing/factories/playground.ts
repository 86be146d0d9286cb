import { DatasetOptionsQuery } from '../../components/dataset-select/dataset-select.js';
import {
  type BuiltInProvider,
  ProvidersQuery,
} from '../../components/prompt-editor/provider-keys.js';
import type { AnswerSpan, ChatPayload } from '../../features/playground/api/chat-completion.js';
import {
  type EvaluatorChoice,
  EvaluatorChoicesQuery,
} from '../../features/playground/api/evaluator-choices.js';
import { aConnection, answer, type Answer } from '../answers.js';
import { NO_COSTS } from './costs.js';

/** The dataset that can be chosen for an experiment. */
export const CITIES = { id: 'dataset-1', name: 'cities', exampleCount: 4 };

/** A provider that needs a key, which the server has unless told otherwise. */
export function aProvider(part: Partial<BuiltInProvider> = {}): BuiltInProvider {
  return {
    key: 'OPENAI',
    name: 'OpenAI',
    credentialsSet: true,
    missingCredentials: [],
    credentialRequirements: [{ envVarName: 'OPENAI_API_KEY', isRequired: true }],
    ...part,
  };
}

/** Answers what the form for experiments asks. */
export function offerDataset(...evaluators: EvaluatorChoice[]): Answer[] {
  return [
    answer(ProvidersQuery, { modelProviders: [aProvider()] }),
    answer(DatasetOptionsQuery, { datasets: aConnection([CITIES]) }),
    answer(EvaluatorChoicesQuery, ({ id }) => ({
      node: { __typename: 'Dataset' as const, id, datasetEvaluators: aConnection(evaluators) },
    })),
  ];
}

/** The span of an answer with seven tokens, which has a price. */
export function anAnswerSpan(): AnswerSpan {
  return {
    id: 'span-1',
    latencyMs: 1000,
    tokenCountTotal: 7,
    tokenCountPrompt: 4,
    tokenCountCompletion: 3,
    costSummary: { ...NO_COSTS, total: { tokens: 7, cost: 0.5 } },
    context: { traceId: 'abc' },
    project: { id: 'project-1' },
  };
}

/** The events of an answer that consists of a text. */
export function sayInPieces(repetitionNumber: number, ...pieces: string[]): ChatPayload[] {
  return [
    ...pieces.map((content) => ({ __typename: 'TextChunk' as const, repetitionNumber, content })),
    { __typename: 'ChatCompletionSubscriptionResult', repetitionNumber, span: anAnswerSpan() },
  ];
}
