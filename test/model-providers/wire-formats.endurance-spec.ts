import { describeEndlessAnswers, WIRE_FORMATS } from './sample-clients.js';

describeEndlessAnswers(Object.keys(WIRE_FORMATS));
