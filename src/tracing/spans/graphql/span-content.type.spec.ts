import { MimeType, toSpanIOValue } from './span-content.type.js';

const row = {
  traceId: 't',
  spanId: 's',
  inputPreview: null as string | null,
  inputMimeType: null as string | null,
  outputPreview: null,
  outputMimeType: null,
};

describe('toSpanIOValue', () => {
  it('is null for an input or output that the span does not have', () => {
    expect(toSpanIOValue(row, 'input')).toBeNull();
  });

  it('is shortened to about a hundred characters, never inside a character', () => {
    const value = toSpanIOValue(
      { ...row, inputPreview: `${'a'.repeat(99)}😀${'b'.repeat(90)}` },
      'input',
    );
    expect(value?.truncatedValue).toBe(`${'a'.repeat(99)}…`);
    const short = toSpanIOValue({ ...row, inputPreview: 'x'.repeat(100) }, 'input');
    expect(short?.truncatedValue).toBe('x'.repeat(100));
  });

  it.each([
    ['application/json', MimeType.json],
    ['Application/JSON; charset=utf-8', MimeType.json],
    ['text/plain', MimeType.text],
    ['image/png', MimeType.text],
    [null, MimeType.text],
  ])('reads the mime type %s', (inputMimeType, expected) => {
    expect(toSpanIOValue({ ...row, inputPreview: 'x', inputMimeType }, 'input')?.mimeType).toBe(
      expected,
    );
  });
});
