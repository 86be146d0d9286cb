import { describeUpgrades } from './schema.js';

// The first one, and those that a change may add or follow.
describeUpgrades((migrations) => [...migrations.slice(0, 1), ...migrations.slice(-3)]);
