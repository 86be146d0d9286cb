import { attackBodies, REPLACEMENTS } from './hostile-bodies.js';

describe('bodies with a value of another kind', () => {
  attackBodies(() => REPLACEMENTS);
});
