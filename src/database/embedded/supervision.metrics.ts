import { Counter } from 'prom-client';

export const unplannedRestarts = new Counter({
  name: 'spandrel_embedded_postgres_restarts_total',
  help: 'Attempts to restart an embedded PostgreSQL that ended unexpectedly, by result: started or failed.',
  labelNames: ['result'],
});
