import { datasets } from './datasets.js';
import { experiments } from './experiments.js';
import { BRIEFLY, useWalk, walkOver } from './walk.js';

const walk = useWalk();

describe('datasets', () => walkOver(walk, datasets, BRIEFLY));
describe('experiments', () => walkOver(walk, experiments, BRIEFLY));
