import { useInterval } from '@mantine/hooks';
import { useCallback, useRef } from 'react';
import { useChanges } from '../../../lib/data/use-changes.js';
import { DatasetExperimentsUpdatedQuery, ExperimentCountQuery } from '../api/experiments-list.js';
import { isIncomplete } from './run-progress.js';

const PROGRESS_MS = 3_000;
/** After this many polls without a change, polls this many times less often. */
const PATIENCE = 10;

/** Evaluators may still be working on a recent experiment that has all its runs. */
const YOUNG_MS = 30 * 60_000;

interface InProgress {
  createdAt: string;
  runCount: number;
  expectedRunCount: number;
}

/**
 * Reports when experiments are added or deleted, and every few seconds while a listed experiment
 * has missing runs or may still be evaluated. Without progress, it reports less often but never
 * stops, because an interrupted experiment may be resumed.
 */
export function useLiveExperiments(
  datasetId: string | undefined,
  rows: readonly InProgress[],
  onChange: () => void,
): void {
  const isAll = datasetId === undefined;
  useChanges(DatasetExperimentsUpdatedQuery, { id: datasetId ?? '' }, !isAll, onChange);
  useChanges(ExperimentCountQuery, {}, isAll, onChange);

  const known = useRef({ progress: '', quiet: 0 });
  const poll = useCallback(() => {
    if (document.hidden) return;
    const waiting = rows.filter((row) => isIncomplete(row) || isYoung(row));
    const progress = JSON.stringify(waiting);
    const quiet = known.current.progress === progress ? known.current.quiet + 1 : 0;
    known.current = { progress, quiet };
    if (waiting.length > 0 && (quiet < PATIENCE || quiet % PATIENCE === 0)) onChange();
  }, [onChange, rows]);
  useInterval(poll, PROGRESS_MS, { autoInvoke: true });
}

function isYoung({ createdAt }: InProgress): boolean {
  return Date.now() - Date.parse(createdAt) < YOUNG_MS;
}
