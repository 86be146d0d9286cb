import {
  DocumentJudgments,
  DocumentMarks,
} from '../../features/annotations/marks/document-marks.js';
import { RetrievalMetrics } from '../../features/annotations/marks/retrieval-metrics.js';
import { LazyAnnotationTable } from '../../features/annotations/table/lazy-annotation-table.js';
import type { AnnotationSlots } from '../../features/trace/annotation-slots.js';
import { ProjectChips } from './project-chips.js';

/** How an open trace shows annotations. */
export const TRACE_ANNOTATIONS: AnnotationSlots = {
  renderChips: (kind, id, onOpen) => <ProjectChips target={{ kind, id }} onOpen={onOpen} />,
  renderTables: (spanId, traceId) => (
    <>
      <LazyAnnotationTable title="Annotations of the span" target={{ kind: 'span', id: spanId }} />
      <LazyAnnotationTable
        title="Annotations of the whole trace"
        target={{ kind: 'trace', id: traceId }}
      />
    </>
  ),
  renderMarks: (spanId, position) => <DocumentMarks spanId={spanId} position={position} />,
  renderJudgments: (spanId, position) => <DocumentJudgments spanId={spanId} position={position} />,
  renderMetrics: (spanId) => <RetrievalMetrics spanId={spanId} />,
};
