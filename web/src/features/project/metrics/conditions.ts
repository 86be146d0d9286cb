import { joinConditions, quote } from '../../../lib/filter-language/write-condition.js';

/** Shorter parts of a message say too little to look for them. */
const SHORTEST_PART = 3;

/** Selects the calls of a tool, which is named by `tool.name` or else by its span. */
export function selectTool(name: string): string {
  const text = quote(name);
  return `span_kind == 'TOOL' and (tool.name == ${text} or (name == ${text} and tool.name is None))`;
}

/** A model in the settings. */
interface PricingModel {
  id: string;
  name: string;
}

/**
 * Selects the calls that a model priced, by its name if no other one in a ranking has the same. A
 * model can have the name of a built-in or deleted one.
 */
export function selectModel({ id, name }: PricingModel, ranked: readonly PricingModel[]): string {
  const isUnique = ranked.filter((other) => other.name === name).length === 1;
  return isUnique ? `priced_by == ${quote(name)}` : `priced_by.id == ${quote(id)}`;
}

/** Selects the calls of a model that has no price, or those that name no model. */
export function selectUnpriced(name: string | null): string {
  const named = name === null ? 'llm.model_name is None' : `llm.model_name == ${quote(name)}`;
  return `span_kind == 'LLM' and ${named}`;
}

/**
 * Selects the spans of a group of errors: those with all parts of its message that are neither
 * numbers nor IDs.
 */
export function selectError(message: string): string {
  const failed = "status_code == 'ERROR'";
  if (message === '') return `${failed} and status_message == ''`;
  return message
    .split('#')
    .map((part) => part.trim())
    .filter((part) => part.length >= SHORTEST_PART)
    .reduce((all, part) => joinConditions(all, `${quote(part)} in status_message`), failed);
}
