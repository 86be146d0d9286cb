import { describeConditionBlocks } from './condition-blocks.js';

describeConditionBlocks({ numRuns: 1500 });
