import { describeTraceConditions } from './trace-conditions.js';

describeTraceConditions({ numRuns: 1000 });
