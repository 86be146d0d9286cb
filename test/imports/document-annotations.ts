import { sendTraces } from '../support/send-traces.js';
import type { TestServer } from '../support/server.js';

export const spanId = (at: number): string => at.toString(16).padStart(16, 'a');

/** Sends 122 spans, and annotates a document of most. One has two annotations. */
export async function annotateDocuments(source: TestServer): Promise<void> {
  const spans = Array.from({ length: 120 }, (_, at) => ({
    project: 'search',
    spanId: spanId(at),
    kind: 'RETRIEVER',
    attributes: {
      'retrieval.documents.0.document.content': 'first',
      'retrieval.documents.1.document.content': 'second',
    },
  }));
  await sendTraces(source.url, [...spans, { project: 'search' }, { project: 'other' }]);
  const judged = { name: 'relevance', annotator_kind: 'LLM', document_position: 0 };
  await source.request
    .post('/v1/document_annotations?sync=true')
    .send({
      data: [
        ...spans.map((span, at) => ({ ...judged, span_id: span.spanId, result: { score: at } })),
        {
          ...judged,
          span_id: spanId(0),
          document_position: 1,
          annotator_kind: 'HUMAN',
          result: { label: 'relevant', score: 0.5, explanation: 'It is.' },
          metadata: { a: [1] },
        },
      ],
    })
    .expect(200);
}

export function readDocumentAnnotations(server: TestServer) {
  return server.sql(
    `SELECT span_id, document_position, name, identifier, annotator_kind, label, score, explanation,
            metadata FROM document_annotations ORDER BY span_id, document_position`,
  );
}
