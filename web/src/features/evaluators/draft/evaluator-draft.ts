import { toMessageDraft } from '../../../components/prompt-editor/message-draft.js';
import type { ModelProvider } from '../../../components/prompt-editor/providers.js';
import { NO_TOOLS } from '../../../components/prompt-editor/tools-text.js';
import type { VersionDetail } from '../../../components/prompt-editor/version.js';
import {
  changeProvider,
  createEmptyDraft,
  readChatDraft,
  toVersionDraft,
  type VersionDraft,
  type VersionInput,
} from '../../../components/prompt-editor/version-draft.js';
import { toLabelDraft } from '../../../components/score-labels/label-draft.js';
import type { Json } from '../../../lib/json/exact-json.js';
import type { JsonReading } from '../../../lib/json/json-text.js';
import type { AttachedEvaluator, StoredEvaluator } from '../api/evaluator.js';
import type { EvaluatorKind } from '../../../components/evaluators/evaluator-names.js';
import type { Sandbox } from '../api/sandboxes.js';
import type { BuiltInEvaluator, JudgeTemplate } from '../api/starting-points.js';
import { type CodeDraft, createCode, guessInputs, readCodeDraft } from './code-draft.js';
import {
  createInputs,
  type InputDrafts,
  type InputMapping,
  readInputDrafts,
  toInputDrafts,
} from '../../../components/evaluators/input-mapping.js';
import {
  type InputSpec,
  listSchemaInputs,
  listVariableInputs,
} from '../../../components/evaluators/input-specs.js';
import {
  createOutput,
  type OutputDraft,
  type OutputInput,
  readOutputDraft,
  toOutputDraft,
} from './output-draft.js';

/** An evaluator of a dataset, as typed. */
export interface EvaluatorDraft {
  name: string;
  description: string;
  inputs: InputDrafts;
  /** Null for code that has none. */
  output: OutputDraft | null;
  /** The question to a model; null for other evaluators. */
  prompt: VersionDraft | null;
  /** Null for evaluators without code. */
  code: CodeDraft | null;
}

/** The start of a form. */
export interface EvaluatorStart {
  kind: EvaluatorKind;
  /** The built-in evaluator or the one with code; null for one that asks a model. */
  evaluatorId: string | null;
  /** The description of that evaluator. */
  about: string | null;
  /** The inputs of that evaluator. Those of a model are the variables of its prompt. */
  specs: readonly InputSpec[];
  draft: EvaluatorDraft;
  /** Whether the prompt or the code, and what they return, cannot be changed in the form. */
  isFixed?: boolean;
}

/** An evaluator in the server’s format. */
export interface EvaluatorInput {
  name: string;
  description: string | null;
  inputMapping: InputMapping;
  /** Null for those of the evaluator. */
  outputConfigs: OutputInput[] | null;
  promptVersion: VersionInput | null;
  code: CodeDraft | null;
}

/** The name of the tool that the server adds to prompts without one. */
const ADDED_TOOL = 'record_evaluation';

export function startBuiltIn(evaluator: BuiltInEvaluator): EvaluatorStart {
  const specs = listSchemaInputs(evaluator.inputSchema as Json);
  const [output] = evaluator.outputConfigs;
  return {
    kind: 'BUILTIN',
    evaluatorId: evaluator.id,
    about: evaluator.description,
    specs,
    draft: {
      name: evaluator.name,
      description: '',
      inputs: createInputs(specs),
      output: output ? toOutputDraft(output, null) : null,
      prompt: null,
      code: null,
    },
  };
}

/** Returns an empty LLM judge, or one with the messages and labels of a template. */
export function startJudge(
  provider: ModelProvider,
  template: JudgeTemplate | undefined,
): EvaluatorStart {
  const prompt = changeProvider(createEmptyDraft(), provider);
  const labels = template?.choices.map(toLabelDraft);
  return {
    kind: 'LLM',
    evaluatorId: null,
    about: null,
    specs: [],
    draft: {
      name: template?.name ?? '',
      description: template?.description ?? '',
      inputs: {},
      output: createOutput(labels, template?.optimizationDirection),
      prompt: template ? { ...prompt, messages: template.messages.map(toMessageDraft) } : prompt,
      code: null,
    },
  };
}

/** Returns an evaluator with code that compares texts, to start from. */
export function startCode(sandbox: Sandbox): EvaluatorStart {
  return {
    kind: 'CODE',
    evaluatorId: null,
    about: null,
    specs: [],
    draft: {
      name: '',
      description: '',
      inputs: {},
      output: null,
      prompt: null,
      code: createCode(sandbox),
    },
  };
}

/** Returns the form for an evaluator of a dataset. `version` is the prompt of one that asks a model. */
export function startEdit(
  attached: AttachedEvaluator,
  version: VersionDetail | undefined,
): EvaluatorStart {
  return startWith(attached.evaluator, attached, version);
}

/** Returns the form for an evaluator, whatever uses it. */
export function startStored(
  evaluator: StoredEvaluator,
  version: VersionDetail | undefined,
): EvaluatorStart {
  return startWith(evaluator, { ...evaluator, inputMapping: getOwnMapping(evaluator) }, version);
}

/** Returns the form that adds an evaluator to a dataset. The evaluator itself stays as it is. */
export function startAttach(
  evaluator: StoredEvaluator,
  version: VersionDetail | undefined,
): EvaluatorStart {
  const start = startStored(evaluator, version);
  return { ...start, isFixed: true, draft: { ...start.draft, description: '' } };
}

function getOwnMapping(evaluator: StoredEvaluator): AttachedEvaluator['inputMapping'] {
  return evaluator.__typename === 'BuiltInEvaluator'
    ? { literalMapping: {}, pathMapping: {} }
    : evaluator.inputMapping;
}

type Use = Pick<AttachedEvaluator, 'name' | 'description' | 'inputMapping' | 'outputConfigs'>;

function startWith(
  evaluator: StoredEvaluator,
  { name, description, inputMapping, outputConfigs }: Use,
  version: VersionDetail | undefined,
): EvaluatorStart {
  const isJudge = evaluator.__typename === 'LLMEvaluator';
  const specs = listInputs(evaluator);
  const [output] = outputConfigs;
  return {
    kind: evaluator.kind,
    evaluatorId: isJudge ? null : evaluator.id,
    about: isJudge ? null : evaluator.description,
    specs,
    draft: {
      name,
      description: description ?? '',
      inputs: toInputDrafts(inputMapping, specs),
      output: output ? toOutputDraft(output, output.name) : null,
      prompt: version ? withoutAddedTool(toVersionDraft(version)) : null,
      code: toCodeDraft(evaluator),
    },
  };
}

function listInputs(evaluator: StoredEvaluator): InputSpec[] {
  if (evaluator.__typename === 'LLMEvaluator') return [];
  const specs = listSchemaInputs(evaluator.inputSchema as Json);
  // The schema of code has no types: a parameter can be anything.
  return evaluator.kind === 'CODE' ? specs.map((spec) => ({ ...spec, kind: 'any' })) : specs;
}

function toCodeDraft(evaluator: StoredEvaluator): CodeDraft | null {
  if (evaluator.__typename !== 'CodeEvaluator') return null;
  const { language, sourceCode: source, sandboxConfig } = evaluator;
  return { language, source, sandboxConfigId: sandboxConfig.id };
}

/**
 * Returns the inputs of an evaluator as it is typed.
 * @param isNew whether the server has not stored it yet.
 * @param variables those in the messages; undefined until the server has read them.
 */
export function listDraftInputs(
  { prompt, code, inputs }: Pick<EvaluatorDraft, 'prompt' | 'code' | 'inputs'>,
  start: EvaluatorStart,
  { isNew, variables }: { isNew: boolean; variables: readonly string[] | undefined },
): readonly InputSpec[] {
  // The server has read only code that is stored.
  if (code && (isNew || code.source !== start.draft.code?.source)) return guessInputs(code);
  if (!prompt) return start.specs;
  // Until the server has read the messages, the mapping must not lose an input.
  return listVariableInputs(variables ?? Object.keys(inputs));
}

/** Returns the evaluator in the server’s format, or the first error. */
export function readEvaluatorDraft(
  draft: EvaluatorDraft,
  specs: readonly InputSpec[],
): JsonReading<EvaluatorInput> {
  const name = draft.name.trim();
  if (name === '') return { problem: 'Enter a name.' };
  const inputMapping = readInputDrafts(draft.inputs, specs);
  if ('problem' in inputMapping) return inputMapping;
  const output = draft.output && readOutputDraft(draft.output, name);
  if (output && 'problem' in output) return output;
  const prompt = draft.prompt && readPrompt(draft.prompt);
  if (prompt && 'problem' in prompt) return prompt;
  const code = draft.code && readCodeDraft(draft.code);
  if (code && 'problem' in code) return code;
  return {
    value: {
      name,
      description: draft.description.trim() || null,
      inputMapping: inputMapping.value,
      outputConfigs: output && [output.value],
      promptVersion: prompt && prompt.value,
      code: code && code.value,
    },
  };
}

/** Leaves out empty messages, because some providers refuse them. */
function readPrompt(draft: VersionDraft): JsonReading<VersionInput> {
  const messages = draft.messages.filter(({ parts }) =>
    parts.some((part) => part.kind !== 'text' || part.text.trim() !== ''),
  );
  if (messages.length === 0) return { problem: 'Write a message.' };
  return readChatDraft({ ...draft, messages }, draft.templateFormat);
}

/** The server adds its tool again, with the labels that the form then has. */
function withoutAddedTool(draft: VersionDraft): VersionDraft {
  return draft.tools.text.includes(`"${ADDED_TOOL}"`) ? { ...draft, tools: NO_TOOLS } : draft;
}
