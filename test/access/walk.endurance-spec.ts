import { describeWalk } from './walk.js';

describeWalk('all');
