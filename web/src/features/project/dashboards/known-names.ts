import type { DashboardChart } from '../api/dashboards.js';
import type { Term } from '../query-bar/complete-terms.js';

/** Lists the dotted names of the attributes in a vocabulary, by which a chart can be grouped. */
export function listAttributes(terms: readonly Term[]): string[] {
  const names = terms.filter(({ category }) => category === 'attribute').map(({ name }) => name);
  return names.map((name) =>
    name
      .replace(/\[("(?:[^"\\]|\\.)*")\]/g, (_, key: string) => `.${JSON.parse(key) as string}`)
      .replace(/^attributes\./, ''),
  );
}

/** Lists the names of the annotations of spans, traces or sessions in their vocabulary. */
export function listAnnotations(
  terms: readonly Term[],
  entity: DashboardChart['entity'],
): string[] {
  const written = {
    SPANS: 'annotations',
    TRACES: 'trace_annotations',
    SESSIONS: 'session_annotations',
  };
  if (entity === 'METRICS') return [];
  const start = `${written[entity]}[`;
  return terms
    .filter(
      ({ category, name }) =>
        category === 'annotation' && name.startsWith(start) && name.endsWith(']'),
    )
    .map(({ name }) => JSON.parse(name.slice(start.length, -1)) as string);
}
