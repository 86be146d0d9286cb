import { processInvocation } from '../kernel/text/invocation.js';
import { runCommandLine } from './run-command-line.js';

// A reader such as `head` has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runCommandLine(processInvocation());
