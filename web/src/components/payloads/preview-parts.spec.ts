import { parseExactJson } from '../../lib/json/exact-json.js';
import { listPreviewParts } from './preview-parts.js';

const preview = (json: string) =>
  listPreviewParts(parseExactJson(json)).map(({ name, text }) =>
    name ? `${name}: ${text}` : text,
  );

describe('listPreviewParts', () => {
  it.each([
    ['{"question": "Capital of France?"}', ['Capital of France?']],
    ['{"x": {"content": "deep"}}', ['deep']],
    ['"just text"', ['just text']],
    ['{"lang": "en", "question": "Who?", "k": 3}', ['Who?', 'lang: en', 'k: 3']],
    ['{"a": 1, "b": [1, {"c": "x"}]}', ['a: 1', 'b: [1, {c: "x"}]']],
    [
      '{"messages": [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Hi"}]}',
      ['Hi'],
    ],
    ['{"id": 12345678901234567890, "ratio": 1.0}', ['id: 12345678901234567890', 'ratio: 1.0']],
    ['{"answer": "", "score": 1}', ['answer: ', 'score: 1']],
    ['{}', []],
    ['null', []],
    ['[]', ['[]']],
  ])('reads %s', (json, parts) => {
    expect(preview(json)).toEqual(parts);
  });

  it('writes only the start of a large value', () => {
    const large = { rows: Array.from({ length: 100_000 }, (_, index) => ({ index })) };
    expect(listPreviewParts({ ...large, more: 'x' })[0]?.text.length).toBeLessThan(400);
    expect(listPreviewParts({ text: 'x'.repeat(1_000_000), more: 'x' })[0]?.text.length).toBe(300);
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, 1]));
    expect(listPreviewParts(wide)).toHaveLength(8);
  });
});
