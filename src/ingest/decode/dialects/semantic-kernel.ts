import type { Dialect } from './dialect.js';

/** Semantic Kernel, which speaks `gen_ai` but for the loops in which it calls functions. */
export const SEMANTIC_KERNEL: Dialect = {
  prefixes: ['sk'],
  derive: (_, derived) => derived.implyKind('CHAIN'),
};
