import type { RerankedDocument } from '../attributes/read-documents.js';
import { DocumentCard } from './document-card.js';
import { FoldableSection } from './foldable-section.js';

interface DocumentsSectionProps {
  title: string;
  documents: readonly RerankedDocument[];
  withMoves?: boolean;
  folded?: boolean;
}

/** A list of documents in order. */
export function DocumentsSection({ title, documents, withMoves, folded }: DocumentsSectionProps) {
  if (documents.length === 0) return null;
  return (
    <FoldableSection title={title} count={documents.length} folded={folded}>
      {documents.map((document, place) => (
        <DocumentCard key={place} document={document} place={place} withMove={withMoves} />
      ))}
    </FoldableSection>
  );
}
