import { processInvocation } from '../kernel/text/invocation.js';
import { runAdmin } from './run-admin.js';

// Ends whatever would keep the process running.
process.exit(await runAdmin(processInvocation()));
