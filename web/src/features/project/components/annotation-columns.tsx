import { AnnotationChips } from '../../../components/annotations/annotation-chips.js';
import type { AnnotationScales } from '../../../components/annotations/annotation-scale.js';
import {
  type AnnotationValue,
  groupAnnotations,
} from '../../../components/annotations/annotation-value.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { formatAnnotationSort } from '../search.js';

/** The annotations of a list for which there are columns. */
export interface KnownAnnotations {
  scales: AnnotationScales;
  /** The names that can have a column of their own. */
  names: readonly KnownName[];
  /** Whether the table is narrow. */
  isNarrow: boolean;
}

interface KnownName {
  name: string;
  /** The value by which the list can be sorted; undefined if it cannot be. */
  sortedBy: 'score' | 'label' | undefined;
}

/** Returns the column with all annotations of a row. */
export function buildAnnotationsColumn<Row>(
  { scales, isNarrow }: KnownAnnotations,
  list: (row: Row) => readonly AnnotationValue[],
): DataColumn<Row> {
  return {
    id: 'annotations',
    header: 'Annotations',
    width: isNarrow ? 170 : 280,
    cell: (row) => (
      <AnnotationChips
        groups={groupAnnotations(list(row))}
        scales={scales}
        limit={isNarrow ? 1 : 2}
      />
    ),
  };
}

/** Returns an optional column for each name. */
export function buildNamedColumns<Row>(
  { scales, names }: KnownAnnotations,
  list: (row: Row) => readonly AnnotationValue[],
): DataColumn<Row>[] {
  return names.map(({ name, sortedBy }) => ({
    // A link separates columns with commas, which a name may contain.
    id: `annotation:${encodeURIComponent(name)}`,
    header: name,
    label: `Annotation ${name}`,
    tip: sortedBy ? `Sort by the ${sortedBy}s of “${name}”` : name,
    width: 120,
    optional: true,
    ...(sortedBy && { sortKey: formatAnnotationSort({ name, attr: sortedBy }) }),
    cell: (row) => (
      <AnnotationChips
        groups={groupAnnotations(list(row).filter((value) => value.name === name))}
        scales={scales}
        isNamed={false}
      />
    ),
  }));
}

/**
 * Puts next to the name in a narrow table what would be out of sight: what a search found or, without
 * a search, the annotations.
 */
export function arrangeColumns<Row>(
  columns: readonly DataColumn<Row>[],
  { isNarrow }: KnownAnnotations,
  isSearch = false,
): readonly DataColumn<Row>[] {
  const second = columns.find(({ id }) => id === (isSearch ? 'input' : 'annotations'));
  const [name, ...rest] = columns.filter((column) => column !== second);
  return isNarrow && second && name
    ? [{ ...name, width: Math.min(name.width, isSearch ? 130 : 150) }, second, ...rest]
    : columns;
}
