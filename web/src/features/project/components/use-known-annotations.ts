import { useMemo } from 'react';
import { useAnnotationScales } from '../api/annotation-scales.js';
import type { ProjectTab } from '../tabs.js';
import type { KnownAnnotations } from './annotation-columns.js';
import { useProject } from './project-context.js';

/** Returns the names that can have a column in a list of the project, and the scales of names. */
export function useKnownAnnotations(tab: ProjectTab): KnownAnnotations {
  const { annotations } = useProject();
  const scales = useAnnotationScales();
  const ofSpans = annotations?.spanAnnotationNames ?? [];
  const ofTraces = annotations?.traceAnnotationNames ?? [];
  const ofSessions = annotations?.sessionAnnotationNames ?? [];
  const listed = {
    spans: ofSpans,
    traces: [...new Set([...ofTraces, ...ofSpans])].toSorted(),
    sessions: ofSessions,
  }[tab];
  // The columns must not change whenever the summaries are read again.
  const key = JSON.stringify(listed);
  return useMemo(() => ({ scales, names: JSON.parse(key) as string[] }), [scales, key]);
}
