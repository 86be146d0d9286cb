import { attackBodies } from './hostile-bodies.js';

describe('bodies with a value of another kind', () => {
  attackBodies((replacements) => replacements);
});
