import { traces } from './traces.js';
import { THOROUGHLY, useWalk, walkOver } from './walk.js';

const walk = useWalk();

describe('traces', () => walkOver(walk, traces, THOROUGHLY));
