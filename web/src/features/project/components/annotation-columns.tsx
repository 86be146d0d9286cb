import { AnnotationChips } from '../../../components/annotations/annotation-chips.js';
import type { AnnotationScales } from '../../../components/annotations/annotation-scale.js';
import {
  type AnnotationValue,
  groupAnnotations,
} from '../../../components/annotations/annotation-value.js';
import type { DataColumn } from '../../../components/data-table/columns.js';

/** What the columns about annotations need to know. */
export interface KnownAnnotations {
  scales: AnnotationScales;
  /** The names that can have a column of their own. */
  names: readonly string[];
}

/** Returns the column with all annotations of a row. */
export function buildAnnotationsColumn<Row>(
  { scales }: KnownAnnotations,
  list: (row: Row) => readonly AnnotationValue[],
): DataColumn<Row> {
  return {
    id: 'annotations',
    header: 'Annotations',
    width: 250,
    cell: (row) => <AnnotationChips groups={groupAnnotations(list(row))} scales={scales} />,
  };
}

/** Returns an optional column for each name. */
export function buildNamedColumns<Row>(
  { scales, names }: KnownAnnotations,
  list: (row: Row) => readonly AnnotationValue[],
): DataColumn<Row>[] {
  return names.map((name) => ({
    // A link separates columns with commas, which a name may contain.
    id: `annotation:${encodeURIComponent(name)}`,
    header: name,
    label: `Annotation ${name}`,
    width: 120,
    optional: true,
    cell: (row) => (
      <AnnotationChips
        groups={groupAnnotations(list(row).filter((value) => value.name === name))}
        scales={scales}
        isNamed={false}
      />
    ),
  }));
}
