import { SAMPLE } from '../support/generated-cases.js';
import { describeRandomConditions } from './comparison-random.js';

describeRandomConditions(SAMPLE);
