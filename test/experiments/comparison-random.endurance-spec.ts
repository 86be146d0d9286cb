import { describeRandomConditions } from './comparison-random.js';

describeRandomConditions({ numRuns: 500 });
