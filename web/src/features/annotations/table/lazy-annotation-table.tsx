import { Skeleton } from '@mantine/core';
import { type ComponentProps, lazy, Suspense } from 'react';
import type { AnnotationTable as Table } from './annotation-table.js';

const AnnotationTable = lazy(() =>
  import('./annotation-table.js').then((module) => ({ default: module.AnnotationTable })),
);

/** A table of annotations whose code is loaded when it is first shown. */
export function LazyAnnotationTable(props: ComponentProps<typeof Table>) {
  return (
    <Suspense fallback={<Skeleton height={64} radius="sm" />}>
      <AnnotationTable {...props} />
    </Suspense>
  );
}
