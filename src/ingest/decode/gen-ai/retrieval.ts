import { getOwn, isJsonObject } from '../../../common/json/json.js';
import { type Source, structureOf, type Target, textOf } from './source.js';

const DOCUMENT_KEYS = ['id', 'score', 'content', 'metadata'];

/** What a RETRIEVER span searched for, and what it found. */
export function addRetrieval(source: Source, target: Target): void {
  const query = textOf(source, 'gen_ai.retrieval.query.text');
  if (query !== undefined) {
    target.set('input.value', query);
    target.set('input.mime_type', 'text/plain');
  }
  const documents = structureOf(source, 'gen_ai.retrieval.documents');
  if (!Array.isArray(documents) || !documents.every(isJsonObject)) return;
  documents.forEach((document, at) => {
    for (const key of DOCUMENT_KEYS) {
      const value = getOwn(document, key) ?? null;
      if (value !== null) target.set(`retrieval.documents.${at}.document.${key}`, value);
    }
  });
}
