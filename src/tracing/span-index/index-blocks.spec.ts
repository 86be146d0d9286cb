import { randomBytes } from 'node:crypto';
import { IndexedBlock } from './index-blocks.js';
import { type SpanContents } from './span-texts.js';
import { EVERYTHING, LONG_WORD } from './terms.js';
import { listContained } from './text-terms.js';

function aSpan(input: unknown): SpanContents {
  return {
    name: 'step',
    statusMessage: '',
    attributes: '{}',
    payload: JSON.stringify({ input: { value: input } }),
    events: null,
  };
}

function termsOf(...inputs: unknown[]): number[] {
  const block = new IndexedBlock();
  block.add(inputs.map(aSpan));
  return [...block.list(false)];
}

/** The terms of a text of which each is needed to find it. */
function neededFor(text: string): number[] {
  return listContained(text).flat();
}

describe('the terms of a block', () => {
  it('are few for an image, and those of the words around it', () => {
    const image = `See data:image/png;base64,${randomBytes(60_000).toString('base64')} of Zanzibar`;
    const terms = termsOf(...Array.from({ length: 32 }, () => image));
    expect(terms).toEqual(expect.arrayContaining([...neededFor('zanzibar'), LONG_WORD]));
    expect(terms.length).toBeLessThan(1_000);
  });

  it('are all if there are too many, and then no others are collected', () => {
    const words = [...randomBytes(160_000)]
      .map((byte) => String.fromCharCode(0x400 + byte))
      .join('');
    expect(termsOf(words.replaceAll(/.{8}/g, '$& '))).toEqual([EVERYTHING]);
    const block = new IndexedBlock();
    block.add([aSpan(words)]);
    // Would fail to be parsed.
    block.add([{ ...aSpan(''), attributes: '{' }]);
    expect([...block.list(true)]).toEqual([EVERYTHING]);
  });

  it('are the pairs of characters of a long text without spaces', () => {
    const terms = termsOf('東京タワー'.repeat(50_000));
    expect(terms).toEqual(expect.arrayContaining(neededFor('東京タワー東')));
    expect(terms).toEqual(expect.arrayContaining(neededFor('ー')));
    expect(terms.length).toBeLessThan(30);
  });

  it('are those of both halves of a text that is longer than a list of its words may be', () => {
    const terms = termsOf(`zanzibar ${'about nothing '.repeat(10_000)} kilimanjaro`);
    expect(terms).toEqual(expect.arrayContaining(neededFor('zanzibar kilimanjaro')));
  });
});
