import { traces } from './traces.js';
import { BRIEFLY, useWalk, walkOver } from './walk.js';

const walk = useWalk();

describe('traces', () => walkOver(walk, traces, BRIEFLY));
