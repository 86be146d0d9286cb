import { accounts } from './accounts.js';
import { settings } from './settings.js';
import { BRIEFLY, useWalk, walkOver } from './walk.js';

const walk = useWalk();

describe('the pages of accounts', () => walkOver(walk, accounts, BRIEFLY));
describe('the settings', () => walkOver(walk, settings, BRIEFLY));
