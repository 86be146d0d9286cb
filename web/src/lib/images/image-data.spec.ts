import { findImageUrl } from './image-data.js';

const encode = (head: string) => btoa(head + '\0'.repeat(60));

const PNG = encode('\x89PNG\r\n\x1A\n');

describe('findImageUrl', () => {
  it.each([
    ['image/png', '\x89PNG\r\n\x1A\n'],
    ['image/jpeg', '\xFF\xD8\xFF\xE0'],
    ['image/gif', 'GIF89a'],
    ['image/webp', 'RIFF\x10\0\0\0WEBPVP8 '],
    ['image/avif', '\0\0\0\x1Cftypavif'],
  ])('recognizes %s by its bytes', (type, head) => {
    expect(findImageUrl(encode(head))).toBe(`data:${type};base64,${encode(head)}`);
  });

  it('takes line breaks and the alphabet of URLs', () => {
    const bytes = encode('\xFF\xD8\xFF\xE0\xFB\xFF');
    const lines = bytes.replaceAll('+', '-').replaceAll('/', '_').replace(/.{20}/g, '$&\r\n');
    expect(lines).toMatch(/[-_]/);
    expect(findImageUrl(`${lines}\n`)).toBe(`data:image/jpeg;base64,${bytes}`);
  });

  it.each([
    [
      'a drawing, which can contain scripts',
      btoa(`<svg onload="alert(1)">${' '.repeat(60)}</svg>`),
    ],
    ['a document', encode('%PDF-1.7')],
    ['text that only begins like a picture', `${PNG} and then more`],
    ['a text', 'The quick brown fox jumps over the lazy dog, again and again.'],
    ['almost nothing', 'iVBORw0KGgo='],
    ['a data URL', `data:image/png;base64,${PNG}`],
    ['too much', `${PNG.replaceAll('=', '')}${'A'.repeat(20_000_000)}`],
  ])('leaves %s alone', (_, text) => expect(findImageUrl(text)).toBeUndefined());

  it('takes linear time', () => {
    const started = performance.now();
    for (const filler of [' ', '\n', '=', '= ', 'A', 'A ', '-']) {
      expect(findImageUrl(`${PNG.slice(0, 40)}${filler.repeat(1_000_000 / filler.length)}!`)).toBe(
        undefined,
      );
    }
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
