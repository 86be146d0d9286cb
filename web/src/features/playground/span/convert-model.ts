import {
  getProviderFamily,
  getProviderLabel,
  type ModelProvider,
  PARAMETER_NAMES,
} from '../../../components/prompt-editor/providers.js';
import type { ChatDraft } from '../../../components/prompt-editor/version-draft.js';
import {
  isObject,
  type Json,
  type JsonObject,
  printExactJson,
} from '../../../lib/json/exact-json.js';
import { readStructureAt, readTextAt } from '../../../lib/openinference/attribute-path.js';

type Note = (text: string) => void;

/** The values of `llm.provider` and `llm.system`, by what they begin with. */
const PROVIDERS: readonly [start: string, provider: ModelProvider][] = [
  ['azure', 'AZURE_OPENAI'],
  ['openai', 'OPENAI'],
  ['anthropic', 'ANTHROPIC'],
  ['google', 'GOOGLE'],
  ['vertex', 'GOOGLE'],
  ['gemini', 'GOOGLE'],
  ['aws', 'AWS'],
  ['amazon', 'AWS'],
  ['bedrock', 'AWS'],
  ['deepseek', 'DEEPSEEK'],
  ['xai', 'XAI'],
  ['ollama', 'OLLAMA'],
  ['cerebras', 'CEREBRAS'],
  ['fireworks', 'FIREWORKS'],
  ['groq', 'GROQ'],
  ['moonshot', 'MOONSHOT'],
  ['perplexity', 'PERPLEXITY'],
  ['together', 'TOGETHER'],
  ['minimax', 'MINIMAX'],
  ['zai', 'ZAI'],
  ['meta', 'META'],
];

/** Used if the span names no provider. */
const MODELS: readonly [start: RegExp, provider: ModelProvider][] = [
  [/^claude/i, 'ANTHROPIC'],
  [/^gemini/i, 'GOOGLE'],
  [/^deepseek/i, 'DEEPSEEK'],
  [/^grok/i, 'XAI'],
];

/** Parameters that belong elsewhere in the request, or that the playground decides. */
const ELSEWHERE = new Set([
  'contents',
  'messages',
  'model',
  'model_name',
  'n',
  'parallel_tool_calls',
  'response_format',
  'stream',
  'stream_options',
  'system',
  'tool_choice',
  'tools',
]);

/** Other names of parameters, by family. */
const SYNONYMS: Partial<Record<string, Record<string, string>>> = {
  openai: { max_output_tokens: 'max_completion_tokens' },
  aws: { maxTokens: 'max_tokens', topP: 'top_p', stopSequences: 'stop_sequences' },
};

type Model = Pick<ChatDraft, 'modelProvider' | 'modelName' | 'parameters' | 'responseFormat'>;

/** Reads the model, its parameters and its response format. */
export function convertModel(attributes: Json, note: Note): Model {
  const modelName = readTextAt(attributes, 'llm.model_name') ?? '';
  if (modelName === '') note('The model was not recorded. Enter its name.');
  const modelProvider = readProvider(attributes, modelName, note);
  const recorded = readStructureAt(attributes, 'llm.invocation_parameters');
  if (recorded !== undefined && !isObject(recorded)) note('The parameters could not be read.');
  const given = isObject(recorded) ? recorded : {};
  const kept = keepParameters(given, getProviderFamily(modelProvider), note);
  return {
    modelProvider,
    modelName,
    parameters: Object.keys(kept).length > 0 ? printExactJson(kept) : '',
    responseFormat: readResponseFormat(given['response_format'], note),
  };
}

function readProvider(attributes: Json, modelName: string, note: Note): ModelProvider {
  const named =
    readTextAt(attributes, 'llm.provider') ?? readTextAt(attributes, 'llm.system') ?? undefined;
  const start = named?.toLowerCase() ?? '';
  const [, known] = PROVIDERS.find(([name]) => start.startsWith(name)) ?? [];
  if (known) return known;
  const [, guessed = 'OPENAI' as const] = MODELS.find(([pattern]) => pattern.test(modelName)) ?? [];
  note(
    named === undefined
      ? `The provider was not recorded, so it became ${getProviderLabel(guessed)}.`
      : `The provider “${named}” is not known, so it became ${getProviderLabel(guessed)}.`,
  );
  return guessed;
}

function keepParameters(
  given: JsonObject,
  family: ReturnType<typeof getProviderFamily>,
  note: Note,
): JsonObject {
  const kept: [string, Json][] = [];
  const left: string[] = [];
  for (const [recordedName, value] of Object.entries(given)) {
    if (value == null || ELSEWHERE.has(recordedName)) continue;
    const name = SYNONYMS[family]?.[recordedName] ?? recordedName;
    if (!PARAMETER_NAMES[family].includes(name)) left.push(recordedName);
    else kept.push([name, name === 'stop' && typeof value === 'string' ? [value] : value]);
  }
  if (left.length > 0) note(`These parameters are not supported: ${left.join(', ')}.`);
  return Object.fromEntries(kept);
}

function readResponseFormat(format: Json | undefined, note: Note): string {
  if (!isObject(format) || format['type'] === 'text') return '';
  if (format['type'] === 'json_schema') return printExactJson(format);
  note('The response format is not a JSON schema, so it was left out.');
  return '';
}
