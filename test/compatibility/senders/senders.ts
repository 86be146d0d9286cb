import { CODING_AGENTS } from './coding-agents.js';
import { FRAMEWORKS } from './frameworks.js';
import { INSTRUMENTATIONS } from './instrumentations.js';
import { JAVA } from './java.js';
import { MORE_FRAMEWORKS } from './more-frameworks.js';
import { OBSERVABILITY } from './observability.js';
import type { Sender } from './scenario.js';
import { TYPESCRIPT } from './typescript.js';

/** Everything that was driven, or written after its documentation, and what must be shown of it. */
export const SENDERS: readonly Sender[] = [
  ...INSTRUMENTATIONS,
  ...OBSERVABILITY,
  ...FRAMEWORKS,
  ...MORE_FRAMEWORKS,
  ...TYPESCRIPT,
  ...JAVA,
  ...CODING_AGENTS,
];
