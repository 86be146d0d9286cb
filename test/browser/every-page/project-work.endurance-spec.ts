import { projectWork } from './project-work.js';
import { THOROUGHLY, useWalk, walkOver } from './walk.js';

const walk = useWalk();

describe('the work on a project', () => walkOver(walk, projectWork, THOROUGHLY));
