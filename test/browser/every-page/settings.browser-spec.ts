import { accounts } from './accounts.js';
import { settings } from './settings.js';
import { useWalk, walkOver } from './walk.js';

const walk = useWalk();

describe('the pages of accounts', () => walkOver(walk, accounts));
describe('the settings', () => walkOver(walk, settings));
