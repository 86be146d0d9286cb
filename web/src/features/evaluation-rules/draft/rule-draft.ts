import {
  createInputs,
  type InputDrafts,
  readInputDrafts,
  toInputDrafts,
} from '../../../components/evaluators/input-mapping.js';
import {
  type InputSpec,
  listSchemaInputs,
  listVariableInputs,
} from '../../../components/evaluators/input-specs.js';
import type { RequestError } from '../../../lib/data/request-error.js';
import type { Json } from '../../../lib/json/exact-json.js';
import type { ChosenEvaluator } from '../api/rule-evaluators.js';
import type { Rule, RuleInput, RuleTarget } from '../api/rules.js';
import { toPercent } from '../rule-texts.js';
import { MEMBERS } from './subject-context.js';

/** A rule as typed. */
export interface RuleDraft {
  name: string;
  target: RuleTarget;
  condition: string;
  percent: string;
  evaluatorId: string;
  /** Absent until something was typed: the mapping of the evaluator, or that of the stored rule. */
  inputs: InputDrafts | undefined;
  /** Empty for no limit. */
  maxEvaluations: string;
  /** Empty for no limit. */
  maxCost: string;
  isEnabled: boolean;
}

/** Error messages by field. */
export type RuleProblems = Partial<Record<keyof RuleDraft | 'rule', string>>;

/** Returns the form of a new rule. */
export function createRuleDraft(): RuleDraft {
  return {
    name: '',
    target: 'SPAN',
    condition: '',
    percent: '10',
    evaluatorId: '',
    inputs: undefined,
    maxEvaluations: '1000',
    maxCost: '',
    isEnabled: true,
  };
}

/** Returns the form of a stored rule. */
export function toRuleDraft(rule: Rule): RuleDraft {
  const { name, target, condition, isEnabled } = rule;
  return {
    name,
    target,
    condition,
    percent: toPercent(rule.samplingRate),
    evaluatorId: rule.evaluator.id,
    inputs: undefined,
    maxEvaluations: toText(rule.maxEvaluationsPerDay),
    maxCost: toText(rule.maxCostPerDay),
    isEnabled,
  };
}

/** Returns the inputs of an evaluator when it judges what a rule evaluates. */
export function listRuleInputs(evaluator: ChosenEvaluator, target: RuleTarget): InputSpec[] {
  const members = MEMBERS[target];
  const specs = listSchemaInputs(evaluator.inputSchema as Json, members);
  if (evaluator.kind === 'BUILTIN') return specs;
  // The schemas of code and of prompts have no types. A prompt needs all of its variables.
  const isNeeded = new Map(specs.map((spec) => [spec.name, spec.isRequired]));
  return listVariableInputs([...isNeeded.keys()], members).map((spec) => ({
    ...spec,
    isRequired: isNeeded.get(spec.name) ?? false,
  }));
}

/**
 * Returns where the inputs come from before anything is typed.
 * @param stored the rule that is edited. Its mapping is only that of its own evaluator.
 */
export function startInputs(
  evaluator: ChosenEvaluator,
  specs: readonly InputSpec[],
  stored: Rule | undefined,
): InputDrafts {
  if (stored?.evaluator.id === evaluator.id) return toInputDrafts(stored.inputMapping, specs);
  return evaluator.__typename === 'CodeEvaluator'
    ? toInputDrafts(evaluator.inputMapping, specs)
    : createInputs(specs);
}

/** Returns the sampling rate of a typed percentage; undefined if it is none. */
export function readRate(percent: string): number | undefined {
  const value = Number(percent.replace('%', ''));
  return percent.trim() !== '' && value > 0 && value <= 100
    ? Number((value / 100).toPrecision(12))
    : undefined;
}

/** Returns the rule in the server’s format, or the mistakes in its fields. */
export function readRuleDraft(
  draft: RuleDraft,
  inputs: { drafts: InputDrafts; specs: readonly InputSpec[] },
): { value: RuleInput } | { problems: RuleProblems } {
  const { target, evaluatorId, isEnabled } = draft;
  const name = draft.name.trim();
  const rate = readRate(draft.percent);
  const mapping = readInputDrafts(inputs.drafts, inputs.specs);
  const maxEvaluationsPerDay = readLimit(draft.maxEvaluations);
  const maxCostPerDay = readLimit(draft.maxCost);
  const isWhole = maxEvaluationsPerDay === null || Number.isInteger(maxEvaluationsPerDay);
  const problems: RuleProblems = {
    ...(name === '' && { name: 'Enter a name.' }),
    ...(rate === undefined && { percent: 'Enter a percentage above 0 and up to 100.' }),
    ...(evaluatorId === '' && { evaluatorId: 'Choose an evaluator.' }),
    ...(evaluatorId !== '' && 'problem' in mapping && { inputs: mapping.problem }),
    ...(!isWhole && { maxEvaluations: 'Enter a whole number, or nothing for no limit.' }),
    ...(Number.isNaN(maxCostPerDay) && {
      maxCost: 'Enter an amount such as 2.50, or nothing for no limit.',
    }),
  };
  if (Object.keys(problems).length > 0 || rate === undefined || 'problem' in mapping) {
    return { problems };
  }
  return {
    value: {
      name,
      target,
      condition: draft.condition.trim(),
      samplingRate: rate,
      evaluatorId,
      inputMapping: mapping.value,
      maxEvaluationsPerDay,
      maxCostPerDay,
      isEnabled,
    },
  };
}

/** Returns what is wrong with the condition, if that is why the server refused a request. */
export function findConditionMistake({ message, position }: RequestError): string | undefined {
  return typeof position === 'number' ? message : undefined;
}

/** Returns the mistake that the server found, by the field to mend. */
export function toRuleProblems(error: RequestError): RuleProblems {
  const { code, message } = error;
  if (/^A rule named|^The name /.test(message)) return { name: message };
  const condition = findConditionMistake(error);
  if (condition !== undefined) return { condition };
  if (message.startsWith('Evaluator ')) return { evaluatorId: message };
  if (message.startsWith('The price of the model')) return { maxCost: message };
  // Only mappings are read and understood, but wrong.
  if (code === 'UNPROCESSABLE') return { inputs: message };
  return { rule: message };
}

/** Null for none, NaN for what is not a limit. */
function readLimit(typed: string): number | null {
  const text = typed.trim().replace(/^\$/, '');
  if (text === '') return null;
  const value = Number(text);
  return value >= 0 && Number.isFinite(value) ? value : Number.NaN;
}

function toText(limit: number | null): string {
  return limit === null ? '' : String(limit);
}
