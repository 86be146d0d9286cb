import type { Dialect } from './dialect.js';

const KIND = 'openinference.span.kind';
const RESULT = 'db.query.result';

/** Vector stores, instrumented by Traceloop, whose spans are called after the store and what it does. */
export const VECTOR_STORES: Dialect = {
  prefixes: [],
  names: ['chroma', 'pinecone', 'qdrant', 'milvus', 'weaviate', 'marqo', 'lancedb'],
  derive({ name, attributes, events }, derived) {
    if (!attributes.has('db.system')) return;
    const isQuery = /query|search|recommend|retrieve/i.test(name);
    // Traceloop calls each of them a task.
    derived.replace(KIND, isQuery ? 'RETRIEVER' : 'CHAIN');
    const found = isQuery ? events.filter((event) => event.name === RESULT) : [];
    found.forEach(({ attributes: result }, at) => {
      const prefix = `retrieval.documents.${at}.document.`;
      derived.set(`${prefix}content`, result.get(`${RESULT}.document`));
      derived.set(`${prefix}id`, result.get(`${RESULT}.id`));
      derived.set(`${prefix}score`, result.get(`${RESULT}.score`));
      derived.set(`${prefix}metadata`, result.get(`${RESULT}.metadata`));
    });
  },
};
