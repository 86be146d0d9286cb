import { projectWork } from './project-work.js';
import { traces } from './traces.js';
import { useWalk, walkOver } from './walk.js';

const walk = useWalk();

describe('the work on a project', () => walkOver(walk, projectWork));
describe('traces', () => walkOver(walk, traces));
