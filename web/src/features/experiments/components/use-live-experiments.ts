import { useCallback, useMemo } from 'react';
import { useChanges } from '../../../lib/use-changes.js';
import { usePoll } from '../../../lib/use-poll.js';
import {
  DatasetExperimentsUpdatedQuery,
  ExperimentCountQuery,
} from '../api/experiments-updated.js';
import { isIncomplete } from './run-progress.js';

const PROGRESS_MS = 3_000;
const NO_VARIABLES = {};

interface InProgress {
  runCount: number;
  expectedRunCount: number;
}

/**
 * Tells when experiments come or go, and every few seconds while one of those listed still misses
 * runs. One that was broken off long ago is asked for as well: it may be resumed at any time.
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
  const poll = useCallback(() => {
    onChange();
    return Promise.resolve();
  }, [onChange]);
  usePoll(poll, PROGRESS_MS, rows.some(isIncomplete));
}
