import { matchReranked, readDocuments, readEmbeddedTexts } from './read-documents.js';

describe('readDocuments', () => {
  it('reads ID, content, score and metadata', () => {
    const documents = [
      { document: { id: 'd1', content: 'Text', score: 0.91, metadata: { page: 3 } } },
      { document: { content: 'Other', metadata: '{"page":4}' } },
      { 'document.content': 'dotted', 'document.score': '0.5' },
      'bare text',
    ];
    expect(readDocuments({ retrieval: { documents } }, 'retrieval.documents')).toEqual([
      { id: 'd1', content: 'Text', score: 0.91, metadata: { page: 3 } },
      { id: undefined, content: 'Other', score: undefined, metadata: { page: 4 } },
      { id: undefined, content: 'dotted', score: 0.5, metadata: undefined },
      { content: 'bare text' },
    ]);
  });
});

describe('matchReranked', () => {
  it('finds the previous rank of each document, by ID or else by content', () => {
    const input = [{ id: 'a', content: 'A' }, { content: 'B' }, { id: 'c' }];
    const output = [{ id: 'c', score: 1 }, { content: 'B' }, { id: 'new' }];
    expect(matchReranked(input, output).map((document) => document.before)).toEqual([
      2,
      1,
      undefined,
    ]);
  });
});

describe('readEmbeddedTexts', () => {
  it('reads a list of texts or a single text', () => {
    const embeddings = [{ embedding: { text: 'one' } }, { embedding: { text: 'two', vector: [] } }];
    expect(readEmbeddedTexts({ embedding: { embeddings } })).toEqual(['one', 'two']);
    expect(readEmbeddedTexts({ embedding: { text: 'single' } })).toEqual(['single']);
    expect(readEmbeddedTexts({})).toEqual([]);
  });
});
