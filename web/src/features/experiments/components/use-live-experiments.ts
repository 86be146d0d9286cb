import { useCallback, useMemo, useRef } from 'react';
import { useChanges } from '../../../lib/use-changes.js';
import { usePoll } from '../../../lib/use-poll.js';
import {
  DatasetExperimentsUpdatedQuery,
  ExperimentCountQuery,
} from '../api/experiments-updated.js';
import { isIncomplete } from './run-progress.js';

const PROGRESS_MS = 3_000;
/** After so many times in vain it is asked that many times less often. */
const PATIENCE = 10;
const NO_VARIABLES = {};

interface InProgress {
  runCount: number;
  expectedRunCount: number;
}

/**
 * Tells when experiments come or go, and every few seconds while one of those listed still misses
 * runs. One that was broken off long ago is asked for as well, if less often: it may be resumed.
 */
export function useLiveExperiments(
  datasetId: string | undefined,
  rows: readonly InProgress[],
  onChange: () => void,
): void {
  const variables = useMemo(() => ({ id: datasetId ?? '' }), [datasetId]);
  const isAll = datasetId === undefined;
  useChanges(DatasetExperimentsUpdatedQuery, variables, !isAll, onChange);
  useChanges(ExperimentCountQuery, NO_VARIABLES, isAll, onChange);

  const waiting = rows.filter(isIncomplete);
  const progress = waiting.map(({ runCount }) => runCount).join();
  const known = useRef({ progress, quiet: 0 });
  const poll = useCallback(() => {
    const quiet = known.current.progress === progress ? known.current.quiet + 1 : 0;
    known.current = { progress, quiet };
    if (quiet < PATIENCE || quiet % PATIENCE === 0) onChange();
    return Promise.resolve();
  }, [onChange, progress]);
  usePoll(poll, PROGRESS_MS, waiting.length > 0);
}
