import { accounts } from './accounts.js';
import { settings } from './settings.js';
import { THOROUGHLY, useWalk, walkOver } from './walk.js';

const walk = useWalk();

describe('the pages of accounts', () => walkOver(walk, accounts, THOROUGHLY));
describe('the settings', () => walkOver(walk, settings, THOROUGHLY));
