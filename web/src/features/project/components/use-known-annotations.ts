import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { useAnnotationScales } from '../../../components/annotations/use-annotation-scales.js';
import { readAnnotationSort } from '../search.js';
import type { ProjectTab } from '../tabs.js';
import type { KnownAnnotations } from './annotation-columns.js';
import { useProject } from './project-context.js';

/** As in the style sheet of tables. */
const NARROW = '(max-width: 640px)';

/**
 * Returns the names that can have a column in a list of the project, and the scales of names.
 * @param sort the sort of the list, which stays the one of its name.
 */
export function useKnownAnnotations(tab: ProjectTab, sort: string | undefined): KnownAnnotations {
  const { id, annotations } = useProject();
  const scales = useAnnotationScales(id);
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const ofSpans = annotations?.spanAnnotationNames ?? [];
  const ofTraces = annotations?.traceAnnotationNames ?? [];
  const ofSessions = annotations?.sessionAnnotationNames ?? [];
  const listed = {
    spans: ofSpans,
    traces: [...new Set([...ofTraces, ...ofSpans])].toSorted(),
    sessions: ofSessions,
  }[tab];
  const summaries = {
    spans: annotations?.spanAnnotationSummaries,
    traces: annotations?.traceAnnotationSummaries,
    sessions: annotations?.sessionAnnotationSummaries,
  }[tab];
  const sortable = new Set(tab === 'traces' ? ofTraces : listed);
  const sorted = readAnnotationSort(sort)?.key;
  const names = listed.map((name) => {
    const summary = summaries?.find((item) => item.name === name);
    const attr = summary && summary.meanScore === null ? 'label' : 'score';
    const sortedBy = name === sorted?.name ? sorted.attr : attr;
    return { name, sortedBy: sortable.has(name) ? sortedBy : undefined };
  });
  // The columns must not change whenever the summaries are read again.
  const key = JSON.stringify(names);
  return useMemo(
    () => ({ scales, names: JSON.parse(key) as KnownAnnotations['names'], isNarrow }),
    [scales, key, isNarrow],
  );
}
