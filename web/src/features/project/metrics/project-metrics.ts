import type { ChartGroup } from '../charts/chart.js';
import {
  LLM_CALLS,
  LLM_ERRORS,
  SESSIONS,
  SPANS,
  TOOL_CALLS,
  TOOL_ERRORS,
  TRACES,
} from './count-charts.js';
import { LLM_LATENCY, TRACE_LATENCY } from './latency-charts.js';
import { MODELS_BY_COST, MODELS_BY_TOKENS } from './model-rankings.js';
import { ERRORS, SLOWEST_SPANS, SLOWEST_TOOLS, TOP_USERS } from './rankings.js';
import { COMPLETION_TOKENS, COST, PROMPT_TOKENS, TOKENS } from './token-charts.js';

/** The charts on the page of metrics of every project. */
export const PROJECT_METRICS: readonly ChartGroup[] = [
  { title: 'Traffic', charts: [TRACES, SPANS, SESSIONS, TOP_USERS] },
  { title: 'Errors', charts: [ERRORS, LLM_ERRORS, TOOL_ERRORS] },
  { title: 'Latency', charts: [TRACE_LATENCY, LLM_LATENCY, SLOWEST_SPANS, SLOWEST_TOOLS] },
  {
    title: 'Cost and tokens',
    charts: [COST, MODELS_BY_COST, TOKENS, MODELS_BY_TOKENS, PROMPT_TOKENS, COMPLETION_TOKENS],
  },
  { title: 'Models and tools', charts: [LLM_CALLS, TOOL_CALLS] },
];
