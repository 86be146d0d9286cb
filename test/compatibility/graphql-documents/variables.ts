import { annotationVariablesIn } from './annotation-variables.js';
import type { World } from './world.js';

type Variables = Record<string, unknown>;

const TIME_RANGE = { start: '2024-01-01T00:00:00Z', end: '2030-01-01T00:00:00+02:00' };

const CHAT_VERSION = {
  description: 'first',
  templateFormat: 'MUSTACHE',
  template: {
    messages: [
      { role: 'SYSTEM', content: [{ text: { text: 'Be brief.' } }] },
      { role: 'USER', content: [{ text: { text: '{{question}}' } }] },
      {
        role: 'AI',
        content: [
          { toolCall: { toolCallId: '1', toolCall: { name: 'search', arguments: '{"q":"a"}' } } },
        ],
      },
      { role: 'TOOL', content: [{ toolResult: { toolCallId: '1', result: ['found'] } }] },
    ],
  },
  invocationParameters: { anthropic: { maxTokens: 1024, temperature: 0.5 } },
  tools: {
    tools: [
      { function: { name: 'search', description: 'Searches', parameters: { type: 'object' } } },
    ],
    toolChoice: { none: true },
  },
  responseFormat: { jsonSchema: { name: 'answer', schema: { type: 'object' } } },
  modelProvider: 'ANTHROPIC',
  modelName: 'claude-sonnet',
};

/**
 * Returns the variables of every operation in the documents beside this file, by its name.
 * Operations without variables have an empty object.
 */
export function variablesIn(world: World): Record<string, Variables> {
  return {
    // accounts.graphql
    Viewer: {},
    Users: { first: 10 },
    UserRoles: {},
    CreateUser: {
      input: {
        email: `${world.unique}@example.com`,
        username: world.unique,
        password: 'seven purple walnuts',
        role: 'MEMBER',
        sendWelcomeEmail: false,
        authMethod: 'LOCAL',
      },
    },
    PatchUser: { input: { userId: world.user, newRole: 'VIEWER', newUsername: world.unique } },
    PatchViewer: { input: { newUsername: world.unique } },
    DeleteUsers: { input: { userIds: [world.user] } },
    ApiKeys: {},
    CreateSystemApiKey: {
      input: { name: 'collector', description: 'd', expiresAt: '2100-01-01T00:00:00Z' },
    },
    CreateUserApiKey: { input: { name: 'mine', description: null, expiresAt: null } },
    DeleteSystemApiKey: { input: { id: world.systemKey } },
    DeleteUserApiKey: { input: { id: world.userKey } },
    Secrets: { keys: ['OPENAI_API_KEY'], first: 10 },
    UpsertOrDeleteSecrets: {
      input: {
        secrets: [
          { key: 'OPENAI_API_KEY', value: 'sk' },
          { key: 'OLD', value: null },
        ],
      },
    },
    // tracing.graphql
    Projects: {
      first: 10,
      sort: { col: 'endTime', dir: 'desc' },
      filter: { col: 'name', value: 'proj' },
    },
    ProjectFigures: { name: world.projectName, timeRange: TIME_RANGE, probability: 0.5 },
    CreateProject: {
      input: {
        name: world.unique,
        description: 'd',
        gradientStartColor: '#112233',
        gradientEndColor: '#445566',
      },
    },
    PatchProject: { input: { id: world.project, description: 'changed' } },
    DeleteProject: { id: world.project },
    ClearProject: { input: { id: world.project, endTime: '2030-01-01T00:00:00Z' } },
    ...annotationVariablesIn(world),
    DeleteTraces: { traceIds: [world.trace] },
    TransferTracesToProject: { traceIds: [world.trace], projectId: world.otherProject },
    SpansOfProject: {
      id: world.project,
      first: 10,
      timeRange: TIME_RANGE,
      sort: { col: 'startTime', dir: 'desc' },
      rootSpansOnly: true,
      orphanSpanAsRootSpan: true,
    },
    SessionsOfProject: {
      id: world.project,
      first: 10,
      timeRange: TIME_RANGE,
      sort: { col: 'startTime', dir: 'desc' },
    },
    TraceOfProject: { projectId: world.project, traceId: world.otelTraceId, first: 1000 },
    TracesOfSessions: { id: world.project, first: 1000 },
    LookUps: {
      spanId: world.otelSpanId,
      traceId: world.otelTraceId,
      sessionId: world.sentSessionId,
    },
    // datasets.graphql
    Datasets: {
      first: 10,
      sort: { col: 'createdAt', dir: 'desc' },
      filter: { col: 'name', value: 'data', filterLabels: [world.datasetLabel] },
    },
    Dataset: {
      id: world.dataset,
      datasetVersionId: world.datasetVersion,
      splitIds: [world.split],
      first: 1000,
      filter: 'q',
      filterIds: [world.example],
      sort: { col: 'createdAt', dir: 'asc' },
    },
    DatasetExampleByExternalId: { datasetId: world.dataset, externalId: 'e1' },
    CreateDataset: { input: { name: world.unique, description: 'd', metadata: { a: 1 } } },
    PatchDataset: { input: { datasetId: world.dataset, name: world.unique, metadata: {} } },
    DeleteDataset: { input: { datasetId: world.dataset } },
    AddSpansToDataset: {
      input: {
        datasetId: world.dataset,
        spanIds: [world.span],
        datasetVersionDescription: 'from spans',
        datasetVersionMetadata: {},
      },
    },
    AddExamplesToDataset: {
      input: {
        datasetId: world.dataset,
        examples: [
          {
            input: { q: 1 },
            output: { a: 2 },
            metadata: {},
            spanId: world.span,
            externalId: 'e2',
          },
        ],
        datasetVersionDescription: 'typed',
        datasetVersionMetadata: {},
      },
    },
    PatchDatasetExamples: {
      input: {
        patches: [{ exampleId: world.example, output: { a: 3 } }],
        versionDescription: 'corrected',
        versionMetadata: {},
        datasetId: world.dataset,
      },
    },
    DeleteDatasetExamples: {
      input: {
        exampleIds: [world.example],
        datasetVersionDescription: 'removed',
        datasetId: world.dataset,
      },
    },
    SplitsAndLabels: { names: ['train'] },
    CreateDatasetSplit: {
      input: { name: world.unique, description: 'd', color: '#112233', metadata: {} },
    },
    PatchDatasetSplit: { input: { datasetSplitId: world.split, name: world.unique } },
    DeleteDatasetSplits: { input: { datasetSplitIds: [world.split] } },
    SetDatasetExampleSplits: {
      input: { exampleId: world.example, datasetSplitIds: [world.split] },
    },
    SetDatasetExamplesSplits: {
      input: {
        exampleIds: [world.example],
        datasetSplitIds: [world.split],
        datasetId: world.dataset,
      },
    },
    CreateDatasetSplitWithExamples: {
      input: { name: world.unique, color: '#112233', exampleIds: [world.example] },
    },
    CreateDatasetLabel: {
      input: {
        name: world.unique,
        description: 'd',
        color: '#112233',
        datasetIds: [world.dataset],
      },
    },
    DeleteDatasetLabels: { input: { datasetLabelIds: [world.datasetLabel] } },
    SetDatasetLabels: {
      input: { datasetId: world.dataset, datasetLabelIds: [world.datasetLabel] },
    },
    // experiments.graphql
    ExperimentsOfDataset: {
      datasetId: world.dataset,
      first: 1000,
      includeEphemeral: false,
      filterCondition: 'exp',
      filterIds: [world.experiment],
      annotationName: 'correctness',
      sort: { col: { metric: 'latencyMs' }, dir: 'desc' },
    },
    CompareExperiments: {
      baseExperimentId: world.experiment,
      compareExperimentIds: [world.otherExperiment],
      first: 50,
      filterCondition: "evals['correctness'].score > 0.5",
    },
    ExperimentRunMetricComparisons: {
      baseExperimentId: world.experiment,
      compareExperimentIds: [world.otherExperiment],
    },
    ValidateExperimentRunFilterCondition: {
      condition: 'latency_ms > 1000',
      experimentIds: [world.experiment],
    },
    DismissExperiment: { experimentId: world.experiment },
    ReinstateExperiment: { experimentId: world.experiment },
    PatchExperiment: {
      input: { experimentId: world.experiment, name: 'n', description: 'd', metadata: {} },
    },
    SetExperimentBaseline: { experimentId: world.experiment, baseline: true },
    DeleteExperiments: { input: { experimentIds: [world.experiment] } },
    // prompts.graphql
    Prompts: {
      first: 1000,
      filter: { col: 'name', value: 'prompt' },
      labelIds: [world.promptLabel],
      tagName: 'production',
    },
    CreateChatPrompt: {
      input: {
        name: world.unique,
        description: 'd',
        promptVersion: CHAT_VERSION,
        metadata: { a: 1 },
        tags: [{ name: 'production', description: 'live' }],
      },
    },
    CreateChatPromptVersion: {
      input: {
        promptId: world.prompt,
        promptVersion: {
          ...CHAT_VERSION,
          invocationParameters: { openai: { reasoningEffort: 'LOW', maxCompletionTokens: 10 } },
          modelProvider: 'OPENAI',
        },
        tags: [{ name: 'staging' }],
      },
    },
    ClonePrompt: {
      input: { promptId: world.prompt, name: world.unique, description: 'd', metadata: {} },
    },
    PatchPrompt: { input: { promptId: world.prompt, description: 'd', metadata: {} } },
    DeletePrompt: { input: { promptId: world.prompt } },
    SetPromptVersionTag: {
      input: { promptVersionId: world.promptVersion, name: 'staging', description: 'd' },
    },
    DeletePromptVersionTag: { input: { promptVersionTagId: world.promptTag } },
    PromptLabels: { first: 10 },
    CreatePromptLabel: { input: { name: world.unique, description: 'd', color: '#112233' } },
    PatchPromptLabel: { input: { promptLabelId: world.promptLabel, name: world.unique } },
    DeletePromptLabels: { input: { promptLabelIds: [world.promptLabel] } },
    SetPromptLabels: { input: { promptId: world.prompt, promptLabelIds: [world.promptLabel] } },
    UnsetPromptLabels: { input: { promptId: world.prompt, promptLabelIds: [world.promptLabel] } },
    ApplyChatTemplate: {
      template: { messages: [{ role: 'USER', content: [{ text: { text: 'Hi {{who}}' } }] }] },
      templateOptions: { variables: { who: 'you' }, format: 'MUSTACHE' },
    },
  };
}
