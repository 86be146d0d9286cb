import { projectWork } from './project-work.js';
import { BRIEFLY, useWalk, walkOver } from './walk.js';

const walk = useWalk();

describe('the work on a project', () => walkOver(walk, projectWork, BRIEFLY));
