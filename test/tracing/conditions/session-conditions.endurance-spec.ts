import { describeSessionConditions } from './session-conditions.js';

describeSessionConditions({ numRuns: 1000 });
