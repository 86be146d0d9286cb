import type { Agent } from './agent.js';
import { CLAUDE_CODE } from './claude-code.js';
import { CODEX } from './codex.js';
import { COPILOT_CLI } from './copilot-cli.js';
import { CURSOR } from './cursor.js';
import { GEMINI_CLI, QWEN_CODE } from './gemini-cli.js';
import { OPENCODE } from './opencode.js';

/** The coding agents that `spandrel connect` knows, in the order in which it shows them. */
export const AGENTS: readonly Agent[] = [
  CLAUDE_CODE,
  CODEX,
  GEMINI_CLI,
  QWEN_CODE,
  COPILOT_CLI,
  OPENCODE,
  CURSOR,
];
