import { TEST_SECRET } from '../support/accounts.js';

export const AUTH = { SPANDREL_ENABLE_AUTH: 'true', SPANDREL_SECRET: TEST_SECRET };

/** Two administrators, of whom one has a name with a separator. */
export const ADMINS = {
  SPANDREL_ADMINS: 'Ada, A = B=Ada@Example.com;Grace Hopper=grace@example.com',
};
