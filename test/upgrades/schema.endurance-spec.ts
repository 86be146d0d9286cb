import { describeUpgrades } from './schema.js';

describeUpgrades((migrations) => migrations);
