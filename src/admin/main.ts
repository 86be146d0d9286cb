import { createLogger } from '../common/logging/logger.js';
import { DomainError } from '../common/errors/errors.js';
import { readEnv } from '../config/env.js';
import { describeStartError } from '../start-error.js';
import { readCommand, USAGE } from './admin-command.js';
import { UsageError } from './arguments.js';
import { runCommand } from './run-command.js';

const [DONE, FAILED, MISUSED] = [0, 1, 2] as const;

try {
  const command = readCommand(process.argv.slice(2));
  if (command.name === 'help') {
    process.stdout.write(USAGE);
  } else {
    const env = readEnv(process.env);
    // Only the result goes to standard output, because programs may read it.
    const log = createLogger({ level: 'critical', structured: env.structuredLogs });
    const say = (line: string) => void process.stderr.write(`${line}\n`);
    const { text, isIncomplete } = await runCommand(command, env, log, say);
    // Standard output may be a file that was exported.
    if (text !== '') process.stdout.write(`${text.trimEnd()}\n`);
    if (isIncomplete) process.exit(FAILED);
  }
  process.exit(DONE);
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}.\n\n${USAGE}`);
    process.exit(MISUSED);
  }
  const isRefused = error instanceof DomainError;
  const reason = isRefused ? error.message.replace(/\.?$/, '.') : describeStartError(error);
  process.stderr.write(`${reason}\n`);
  process.exit(FAILED);
}
