import type { RerankedDocument } from '../attributes/read-documents.js';
import { useAnnotationSlots } from '../annotation-slots.js';
import { DocumentCard } from './document-card.js';
import { FoldableSection } from './foldable-section.js';

interface DocumentsSectionProps {
  title: string;
  documents: readonly RerankedDocument[];
  withMoves?: boolean;
  folded?: boolean;
  /** Global ID of the span, if the documents can be annotated. */
  spanId?: string;
}

/** A list of documents in order. */
export function DocumentsSection(props: DocumentsSectionProps) {
  const { title, documents, withMoves, folded, spanId } = props;
  const { renderMetrics } = useAnnotationSlots();
  if (documents.length === 0) return null;
  return (
    <FoldableSection title={title} count={documents.length} folded={folded}>
      {spanId === undefined ? null : renderMetrics(spanId)}
      {documents.map((document, place) => (
        <DocumentCard
          key={place}
          document={document}
          place={place}
          withMove={withMoves}
          spanId={spanId}
        />
      ))}
    </FoldableSection>
  );
}
