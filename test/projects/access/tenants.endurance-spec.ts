import { describeTenants } from './tenants.js';

describeTenants('all');
