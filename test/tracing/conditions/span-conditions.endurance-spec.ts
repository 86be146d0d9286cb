import { describeSpanConditions } from './span-conditions.js';

describeSpanConditions({ numRuns: 2000 });
