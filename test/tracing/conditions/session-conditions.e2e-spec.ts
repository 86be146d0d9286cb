import { SAMPLE } from '../../support/generated-cases.js';
import { describeSessionConditions } from './session-conditions.js';

describeSessionConditions(SAMPLE);
