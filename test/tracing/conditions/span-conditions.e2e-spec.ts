import { SAMPLE } from '../../support/generated-cases.js';
import { describeSpanConditions } from './span-conditions.js';

describeSpanConditions(SAMPLE);
