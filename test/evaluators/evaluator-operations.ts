import { aVersion, chunk, message } from '../playground/chats.js';
import { type Account, cookieOf, type SecuredServer } from '../support/accounts.js';
import { events } from '../support/provider-server.js';

/** A use of an evaluator, as the operations below return it. */
export interface Attached {
  id: string;
  name: string;
  description: string | null;
  inputMapping: { literalMapping: object; pathMapping: object };
  outputConfigs: object[];
  dataset: { id: string };
  project: { id: string; name: string } | null;
  user: { username: string } | null;
  evaluator: AttachedEvaluator;
}

interface AttachedEvaluator {
  __typename: string;
  id: string;
  name: string;
  kind: string;
  isBuiltin: boolean;
  inputSchema: { required: string[] };
  prompt?: { id: string; name: string; labels: { name: string }[] };
  promptVersion?: { id: string; modelName: string; sequenceNumber: number; tools: Tools | null };
  promptVersionTag?: { name: string } | null;
}

interface Tools {
  tools: { function: { name: string; parameters: object } }[];
}

const OUTPUTS = `outputConfigs {
  ... on CategoricalOutputConfig { name optimizationDirection values { label score } }
  ... on ContinuousOutputConfig { name optimizationDirection lowerBound upperBound }
}`;

export const ATTACHED = `id name description inputMapping { literalMapping pathMapping } ${OUTPUTS}
  dataset { id } project { id name } user { username }
  evaluator {
    __typename id name kind isBuiltin
    ... on BuiltInEvaluator { inputSchema }
    ... on LLMEvaluator {
      inputSchema
      prompt { id name labels { name } }
      promptVersion {
        id modelName sequenceNumber
        tools { tools { ... on PromptToolFunction { function { name parameters } } } }
      }
      promptVersionTag { name }
    }
  }`;

/** The fields of an evaluator with code. */
export const CODE = `id name description kind metadata language sourceCode inputSchema versionCount
  inputMapping { literalMapping pathMapping }
  outputConfigs { __typename } sandboxConfig { name language } user { username }
  currentVersion { id sequenceNumber sourceCode user { username } previousVersion { sequenceNumber } }
  versions(first: 10) { edges { node { sequenceNumber } } }
  datasets(first: 10) { edges { node { id } } }`;

export interface Code {
  id: string;
  currentVersion: { id: string };
  [field: string]: unknown;
}

const INPUT_TYPES: Record<string, string> = {
  createDatasetBuiltinEvaluator: 'CreateDatasetBuiltinEvaluatorInput',
  updateDatasetBuiltinEvaluator: 'UpdateDatasetBuiltinEvaluatorInput',
  createDatasetCodeEvaluator: 'CreateDatasetCodeEvaluatorInput',
  updateDatasetCodeEvaluator: 'UpdateDatasetCodeEvaluatorInput',
  createDatasetLlmEvaluator: 'CreateDatasetLLMEvaluatorInput',
  updateDatasetLlmEvaluator: 'UpdateDatasetLLMEvaluatorInput',
  attachLlmEvaluator: 'AttachLLMEvaluatorInput',
};

/** The labels of a yes-or-no question, as an output config. */
export const labels = (...names: string[]) => [
  {
    categorical: {
      name: 'verdict',
      optimizationDirection: 'MAXIMIZE',
      values: names.map((label, at) => ({ label, score: at === 0 ? 1 : 0 })),
    },
  },
];

/** The version of a prompt that asks about an output. */
export const aQuestion = (text = 'Is it right? {{output}}') =>
  aVersion({ template: { messages: [message('USER', text)] } });

/** Answers with the call of the tool that records an evaluation. */
export const judge = (label: string) =>
  events(
    [
      chunk({
        tool_calls: [
          {
            index: 0,
            id: 'c1',
            function: {
              name: 'record_evaluation',
              arguments: JSON.stringify({ explanation: 'So it is.', label }),
            },
          },
        ],
      }),
      chunk({}, 'tool_calls'),
      {
        ...chunk({}),
        choices: [],
        usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
      },
    ],
    { done: '[DONE]' },
  );

/** Tools of a version, with one function. */
export const aTool = (parameters: object) => ({
  tools: [{ function: { name: 'judge', parameters } }],
  toolChoice: { oneOrMore: true },
});

/** A JSON schema that asks for one of the labels. */
export const labelOf = (...names: string[]) => ({
  type: 'object',
  properties: { label: { type: 'string', enum: names } },
});

/** Sends operations on the evaluators of datasets. */
export function evaluatorOperations(server: () => SecuredServer) {
  const send = async (account: Account, operation: string, input: object) => {
    const { data, errors } = await server().gqlAs<{ done: { evaluator: Attached } }>(
      cookieOf(account),
      `mutation ($input: ${INPUT_TYPES[operation]}!) {
        done: ${operation}(input: $input) { evaluator { ${ATTACHED} } }
      }`,
      { input },
    );
    return { evaluator: data?.done.evaluator, error: errors?.[0] };
  };
  return {
    send,
    /** Fails the test if the operation does. */
    done: async (account: Account, operation: string, input: object): Promise<Attached> => {
      const { evaluator, error } = await send(account, operation, input);
      expect(error).toBeUndefined();
      return evaluator!;
    },
    remove: async (account: Account, ids: readonly string[], deleteAssociatedPrompt = true) => {
      const { data, errors } = await server().gqlAs<Record<string, object>>(
        cookieOf(account),
        `mutation ($input: DeleteDatasetEvaluatorsInput!) {
          deleteDatasetEvaluators(input: $input) { datasetEvaluatorIds }
        }`,
        { input: { datasetEvaluatorIds: ids, deleteAssociatedPrompt } },
      );
      return { done: data?.['deleteDatasetEvaluators'], error: errors?.[0] };
    },
    find: async (account: Account, id: string): Promise<Attached | null> => {
      const { data } = await server().gqlAs<{ node: Attached }>(
        cookieOf(account),
        `{ node(id: "${id}") { ... on DatasetEvaluator { ${ATTACHED} } } }`,
      );
      return data?.node ?? null;
    },
    builtIn: async (name: string): Promise<string> => {
      const { data } = await server().gqlAs<{ builtInEvaluators: { id: string; name: string }[] }>(
        cookieOf(server().accounts.VIEWER),
        '{ builtInEvaluators { id name } }',
      );
      return data!.builtInEvaluators.find((evaluator) => evaluator.name === name)!.id;
    },
  };
}
