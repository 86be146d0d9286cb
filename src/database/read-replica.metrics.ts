import { Counter, Gauge } from 'prom-client';

export const reads = new Counter({
  name: 'spandrel_database_reads_total',
  help: 'Reads that may use a read replica, by the database that served them.',
  labelNames: ['database'],
});

export const repeatedReads = new Counter({
  name: 'spandrel_read_replica_repeated_reads_total',
  help: 'Reads that failed on the read replica and were repeated on the primary.',
});

export const replicaUsable = new Gauge({
  name: 'spandrel_read_replica_usable',
  help: '1 if reads use the read replica, 0 if it is behind or cannot be reached.',
});

export const replicaLagBytes = new Gauge({
  name: 'spandrel_read_replica_lag_bytes',
  help: 'Bytes of WAL that the read replica had not replayed when it was last asked.',
});
