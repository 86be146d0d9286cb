import { SAMPLE } from '../../support/generated-cases.js';
import { describeTraceConditions } from './trace-conditions.js';

describeTraceConditions(SAMPLE);
