import type { Invocation } from '../kernel/text/invocation.js';
import { protectTerminal } from '../kernel/text/terminal-text.js';
import { createLogger } from '../kernel/logging/logger.js';
import { DomainError } from '../kernel/errors/errors.js';
import { readEnv } from '../config/env.js';
import { describeStartError } from '../start-error.js';
import { readCommand, USAGE } from './commands/admin-command.js';
import { UsageError } from './commands/arguments.js';
import { runCommand } from './run-command.js';

const [DONE, FAILED, MISUSED] = [0, 1, 2] as const;

/** Runs `npm run admin`. @returns the exit code. */
export async function runAdmin(invocation: Invocation): Promise<number> {
  const { args, env } = invocation;
  // Names and reasons may come from a directory, a file or another server.
  const [stdout, stderr] = [protectTerminal(invocation.stdout), protectTerminal(invocation.stderr)];
  try {
    const command = readCommand(args);
    if (command.name === 'help') {
      stdout.write(USAGE);
      return DONE;
    }
    const settings = readEnv(env);
    // Only the result goes to standard output, because programs may read it.
    const log = createLogger({ level: 'critical', structured: settings.structuredLogs });
    const say = (line: string) => void stderr.write(`${line}\n`);
    const { text, isIncomplete } = await runCommand(command, settings, log, { say, stdout });
    // Standard output may be a file that was exported.
    if (text !== '') stdout.write(`${text.trimEnd()}\n`);
    return isIncomplete ? FAILED : DONE;
  } catch (error) {
    if (error instanceof UsageError) {
      stderr.write(`${error.message}.\n\n${USAGE}`);
      return MISUSED;
    }
    const isRefused = error instanceof DomainError;
    const reason = isRefused ? error.message.replace(/\.?$/, '.') : describeStartError(error);
    stderr.write(`${reason}\n`);
    return FAILED;
  }
}
