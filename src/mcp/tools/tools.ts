import type { Tool } from '../calls/tool.js';
import { ANNOTATE } from './annotate.js';
import { ANNOTATION_TOOLS } from './annotations.js';
import { COMPARISON } from './comparison.js';
import { COST_TOOLS } from './cost.js';
import { DATASET_TOOLS } from './datasets.js';
import { EXPERIMENT_TOOLS } from './experiments.js';
import { FILTER_LANGUAGE } from './filter-language.js';
import { METRIC_TOOLS } from './metrics.js';
import { SENT_METRIC_TOOLS } from './sent-metrics.js';
import { PROJECT_TOOLS } from './projects.js';
import { PROMPT_TOOLS } from './prompts.js';
import { SESSION_TOOLS } from './sessions.js';
import { SPAN_TEXTS } from './span-texts.js';
import { SPAN_SEARCH } from './spans.js';
import { TRACE_COMPARISON } from './trace-comparison.js';
import { TRACE_TOOLS } from './traces.js';

/** Every tool, in the order in which clients list them. */
export const TOOLS: readonly Tool[] = [
  ...PROJECT_TOOLS,
  FILTER_LANGUAGE,
  ...TRACE_TOOLS,
  TRACE_COMPARISON,
  SPAN_SEARCH,
  SPAN_TEXTS,
  ...SESSION_TOOLS,
  ...METRIC_TOOLS,
  ...SENT_METRIC_TOOLS,
  ...COST_TOOLS,
  ...ANNOTATION_TOOLS,
  ANNOTATE,
  ...DATASET_TOOLS,
  ...EXPERIMENT_TOOLS,
  COMPARISON,
  ...PROMPT_TOOLS,
];

/** @throws Error for a name that no tool has. */
export function getTool(name: string): Tool {
  const tool = TOOLS.find((one) => one.name === name);
  if (!tool) throw new Error(`There is no tool "${name}".`);
  return tool;
}
