export enum ExperimentJobStatus {
  RUNNING = 'RUNNING',
  COMPLETED = 'COMPLETED',
  STOPPED = 'STOPPED',
  ERROR = 'ERROR',
}

/** The reason why a job was stopped before its end. */
export enum ExperimentJobStopReason {
  USER = 'USER',
  TOKEN_BUDGET = 'TOKEN_BUDGET',
  COST_BUDGET = 'COST_BUDGET',
  STREAM_ENDED = 'STREAM_ENDED',
}

/** The part of an experiment that a log entry is about. */
export enum ExperimentLogCategory {
  TASK = 'TASK',
  EVAL = 'EVAL',
  EXPERIMENT = 'EXPERIMENT',
}

export enum ExperimentLogLevel {
  ERROR = 'ERROR',
  WARN = 'WARN',
  INFO = 'INFO',
}
