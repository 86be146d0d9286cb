import { SAMPLE } from '../../support/generated-cases.js';
import { describeConditionBlocks } from './condition-blocks.js';

describeConditionBlocks(SAMPLE);
