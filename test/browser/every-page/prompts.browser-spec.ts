import { evaluators } from './evaluators.js';
import { prompts } from './prompts.js';
import { useWalk, walkOver } from './walk.js';

const walk = useWalk();

describe('prompts', () => walkOver(walk, prompts));
describe('evaluators', () => walkOver(walk, evaluators));
