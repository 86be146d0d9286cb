import { evaluators } from './evaluators.js';
import { prompts } from './prompts.js';
import { THOROUGHLY, useWalk, walkOver } from './walk.js';

const walk = useWalk();

describe('prompts', () => walkOver(walk, prompts, THOROUGHLY));
describe('evaluators', () => walkOver(walk, evaluators, THOROUGHLY));
