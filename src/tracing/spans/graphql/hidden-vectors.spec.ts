import { hideVectors } from './hidden-vectors.js';

describe('hideVectors', () => {
  it('replaces vectors wherever they are, and nothing else', () => {
    const nested = {
      embedding: {
        model_name: 'm',
        embeddings: [{ embedding: { vector: [0.1, 0.2, 0.3], text: 'x' } }],
      },
      'embedding.vector': [1, 2],
      vector: [1, 2],
    };
    expect(hideVectors(nested)).toEqual({
      embedding: {
        model_name: 'm',
        embeddings: [{ embedding: { vector: '<3 dimensions>', text: 'x' } }],
      },
      'embedding.vector': '<2 dimensions>',
      vector: [1, 2],
    });
    expect(nested.embedding.embeddings[0]?.embedding.vector).toHaveLength(3);
  });

  it('keeps hostile keys as own properties', () => {
    const shown = hideVectors(JSON.parse('{"__proto__": {"polluted": true}}'));
    expect(JSON.stringify(shown)).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
