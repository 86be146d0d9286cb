import { datasets } from './datasets.js';
import { emptyServer } from './empty-server.js';
import { experiments } from './experiments.js';
import { useWalk, walkOver } from './walk.js';

const walk = useWalk();

describe('an empty server', () => walkOver(walk, emptyServer));
describe('datasets', () => walkOver(walk, datasets));
describe('experiments', () => walkOver(walk, experiments));
