import type { Dialect } from './dialect.js';

/** The names of spans that run a workflow, or pass messages from one executor to the next. */
const STEPS = new Set([
  'workflow.build',
  'workflow.run',
  'executor.process',
  'edge_group.process',
  'message.send',
]);

/** Microsoft's Agent Framework, which speaks `gen_ai` but for its workflows. */
export const AGENT_FRAMEWORK: Dialect = {
  prefixes: ['workflow', 'executor', 'edge_group'],
  names: ['workflow', 'executor', 'edge_group', 'message'],
  derive({ name }, derived) {
    if (STEPS.has(name.split(' ', 1)[0]!)) derived.implyKind('CHAIN');
  },
};
