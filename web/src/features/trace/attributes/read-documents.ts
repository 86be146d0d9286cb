import { at, listAt, numberAt, structureAt, textAt } from './attribute-path.js';
import type { Json } from '../../../lib/json/exact-json.js';

/** A document that a retriever found or a reranker put in order. */
export interface RetrievedDocument {
  id?: string;
  content?: string;
  score?: number;
  metadata?: Json;
}

/** Documents of `retrieval.documents`, `reranker.input_documents` or `reranker.output_documents`. */
export function readDocuments(attributes: Json, path: string): RetrievedDocument[] {
  return listAt(attributes, path).map((item) => {
    if (typeof item === 'string') return { content: item };
    const document = at(item, 'document') ?? item;
    return {
      id: textAt(document, 'id') ?? textAt(item, 'document.id'),
      content: textAt(document, 'content') ?? textAt(item, 'document.content'),
      score: numberAt(document, 'score') ?? numberAt(item, 'document.score'),
      metadata: structureAt(document, 'metadata') ?? structureAt(item, 'document.metadata'),
    };
  });
}

/** A document after reranking, with where it stood before. */
export interface RerankedDocument extends RetrievedDocument {
  /** Place in the input, from 0; `undefined` when it cannot be told. */
  before?: number;
}

/** Finds each output document among the inputs by id, else by content. */
export function matchReranked(
  input: readonly RetrievedDocument[],
  output: readonly RetrievedDocument[],
): RerankedDocument[] {
  const places = new Map<string, number>();
  input.forEach((document, place) => {
    for (const key of documentKeys(document)) if (!places.has(key)) places.set(key, place);
  });
  return output.map((document) => {
    const key = documentKeys(document).find((candidate) => places.has(candidate));
    return key === undefined ? document : { ...document, before: places.get(key) };
  });
}

function documentKeys({ id, content }: RetrievedDocument): string[] {
  return [...(id ? [`id ${id}`] : []), ...(content ? [`content ${content}`] : [])];
}

/** The texts an embedding span embedded, in order. */
export function readEmbeddedTexts(attributes: Json): string[] {
  const texts = listAt(attributes, 'embedding.embeddings').flatMap(
    (item) => textAt(item, 'embedding.text') ?? textAt(item, 'text') ?? [],
  );
  return texts.length > 0 ? texts : [textAt(attributes, 'embedding.text') ?? []].flat();
}
