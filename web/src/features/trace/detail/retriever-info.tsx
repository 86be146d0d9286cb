import { readDocuments } from '../attributes/read-documents.js';
import { readValue } from '../../../lib/openinference/read-value.js';
import { DocumentsSection } from './documents-section.js';
import { ValueSection } from './value-card.js';
import type { KindInfoProps } from './kind-info.js';

/** A search: the query and the documents found. */
export function RetrieverInfo({ span, attributes }: KindInfoProps) {
  const documents = readDocuments(attributes, 'retrieval.documents');
  return (
    <>
      <ValueSection title="Query" value={readValue(attributes, 'input')} />
      <DocumentsSection title="Documents" documents={documents} spanId={span.id} />
      <ValueSection
        title="Output"
        value={readValue(attributes, 'output')}
        folded={documents.length > 0}
      />
    </>
  );
}
