import {
  readAt,
  readListAt,
  readNumberAt,
  readStructureAt,
  readTextAt,
} from '../../../lib/openinference/attribute-path.js';
import type { Json } from '../../../lib/json/exact-json.js';

/** A document that a retriever found or a reranker ordered. */
export interface RetrievedDocument {
  id?: string;
  content?: string;
  score?: number;
  metadata?: Json;
}

/**
 * Reads the documents of `retrieval.documents`, `reranker.input_documents` or
 * `reranker.output_documents`.
 */
export function readDocuments(attributes: Json, path: string): RetrievedDocument[] {
  return readListAt(attributes, path).map((item) => {
    if (typeof item === 'string') return { content: item };
    const document = readAt(item, 'document') ?? item;
    return {
      id: readTextAt(document, 'id') ?? readTextAt(item, 'document.id'),
      content: readTextAt(document, 'content') ?? readTextAt(item, 'document.content'),
      score: readNumberAt(document, 'score') ?? readNumberAt(item, 'document.score'),
      metadata: readStructureAt(document, 'metadata') ?? readStructureAt(item, 'document.metadata'),
    };
  });
}

/** A document after reranking, with its previous rank. */
export interface RerankedDocument extends RetrievedDocument {
  /** The position in the input, from 0; undefined if unknown. */
  before?: number;
}

/** Finds each output document in the input by ID, or else by content. */
export function matchReranked(
  input: readonly RetrievedDocument[],
  output: readonly RetrievedDocument[],
): RerankedDocument[] {
  const places = new Map<string, number>();
  input.forEach((document, place) => {
    for (const key of listKeys(document)) if (!places.has(key)) places.set(key, place);
  });
  return output.map((document) => {
    const key = listKeys(document).find((candidate) => places.has(candidate));
    return key === undefined ? document : { ...document, before: places.get(key) };
  });
}

function listKeys({ id, content }: RetrievedDocument): string[] {
  return [...(id ? [`id ${id}`] : []), ...(content ? [`content ${content}`] : [])];
}

/** Reads the texts that a span embedded, in order. */
export function readEmbeddedTexts(attributes: Json): string[] {
  const texts = readListAt(attributes, 'embedding.embeddings').flatMap(
    (item) => readTextAt(item, 'embedding.text') ?? readTextAt(item, 'text') ?? [],
  );
  return texts.length > 0 ? texts : [readTextAt(attributes, 'embedding.text') ?? []].flat();
}
