import { describeWalk } from './walk.js';

describeWalk('sample');
