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

/** Evaluators may still be at work on a young experiment that has all its runs. */
const YOUNG_MS = 30 * 60_000;

interface InProgress {
  createdAt: string;
  runCount: number;
  expectedRunCount: number;
}

/**
 * Tells when experiments come or go, and every few seconds while one of those listed still misses
 * runs or may be being judged. One that was broken off long ago is asked for as well, if less often:
 * it may be resumed.
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

  const known = useRef({ progress: '', quiet: 0 });
  const poll = useCallback(() => {
    const waiting = rows.filter((row) => isIncomplete(row) || isYoung(row));
    const progress = JSON.stringify(waiting);
    const quiet = known.current.progress === progress ? known.current.quiet + 1 : 0;
    known.current = { progress, quiet };
    if (waiting.length > 0 && (quiet < PATIENCE || quiet % PATIENCE === 0)) onChange();
    return Promise.resolve();
  }, [onChange, rows]);
  usePoll(poll, PROGRESS_MS, rows.length > 0);
}

function isYoung({ createdAt }: InProgress): boolean {
  return Date.now() - Date.parse(createdAt) < YOUNG_MS;
}
