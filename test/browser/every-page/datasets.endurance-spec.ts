import { datasets } from './datasets.js';
import { emptyServer } from './empty-server.js';
import { experiments } from './experiments.js';
import { THOROUGHLY, useWalk, walkOver } from './walk.js';

const walk = useWalk();

describe('an empty server', () => walkOver(walk, emptyServer, THOROUGHLY));
describe('datasets', () => walkOver(walk, datasets, THOROUGHLY));
describe('experiments', () => walkOver(walk, experiments, THOROUGHLY));
