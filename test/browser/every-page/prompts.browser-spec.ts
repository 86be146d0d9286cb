import { evaluators } from './evaluators.js';
import { prompts } from './prompts.js';
import { BRIEFLY, useWalk, walkOver } from './walk.js';

const walk = useWalk();

describe('prompts', () => walkOver(walk, prompts, BRIEFLY));
describe('evaluators', () => walkOver(walk, evaluators, BRIEFLY));
