import { describeTenants } from './tenants.js';

describeTenants('sample');
