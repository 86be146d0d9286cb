import { readTextAt } from '../../../lib/openinference/attribute-path.js';
import { matchReranked, readDocuments } from '../attributes/read-documents.js';
import { DocumentsSection } from './documents-section.js';
import { readValue } from '../../../lib/openinference/read-value.js';
import { Fact, Facts } from './facts.js';
import { JsonSection, ValueSection } from './value-card.js';
import type { KindInfoProps } from './kind-info.js';

/** A reordering of documents: the query, the new order with previous ranks, and the old order. */
export function RerankerInfo({ span, attributes }: KindInfoProps) {
  const input = readDocuments(attributes, 'reranker.input_documents');
  const output = readDocuments(attributes, 'reranker.output_documents');
  const query = readTextAt(attributes, 'reranker.query');
  return (
    <>
      <Facts>
        <Fact name="Model">{readTextAt(attributes, 'reranker.model_name')}</Fact>
        <Fact name="Top k">{readTextAt(attributes, 'reranker.top_k')}</Fact>
      </Facts>
      {query ? (
        <JsonSection title="Query" value={query} />
      ) : (
        <ValueSection title="Query" value={readValue(attributes, 'input')} />
      )}
      <DocumentsSection
        title="Output documents"
        documents={matchReranked(input, output)}
        withMoves={input.length > 0}
        spanId={span.id}
      />
      <DocumentsSection title="Input documents" documents={input} folded={output.length > 0} />
      {query ? (
        <ValueSection title="Raw input" value={readValue(attributes, 'input')} folded />
      ) : null}
      <ValueSection
        title="Output"
        value={readValue(attributes, 'output')}
        folded={output.length > 0}
      />
    </>
  );
}
