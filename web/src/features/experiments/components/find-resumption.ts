import { type LucideIcon, Play, RotateCcw } from 'lucide-react';
import type { ExperimentJob } from '../api/experiment-job.js';

/** How an experiment that has ended can continue. */
interface Resumption {
  label: 'Retry what failed' | 'Resume';
  Icon: LucideIcon;
  /** It has reached a limit, so it needs another one. */
  needsLimit: boolean;
}

/** Returns how an experiment continues that the server no longer runs. */
export function findResumption({
  status,
  stopReason,
}: Pick<ExperimentJob, 'status' | 'stopReason'>): Resumption {
  return {
    ...(status === 'COMPLETED'
      ? { label: 'Retry what failed', Icon: RotateCcw }
      : { label: 'Resume', Icon: Play }),
    needsLimit: stopReason === 'COST_BUDGET' || stopReason === 'TOKEN_BUDGET',
  };
}
