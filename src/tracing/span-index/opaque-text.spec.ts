import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { cutOpaque, MAX_WORD_LENGTH } from './opaque-text.js';

const IMAGE = randomBytes(6_000);
const BASE64 = IMAGE.toString('base64');

function inLines(text: string, length: number, end = '\n'): string {
  return text.replaceAll(new RegExp(`.{${length}}`, 'g'), `$&${end}`);
}

function aToken(): string {
  const claims = Array.from({ length: 40 }, (_, at) => [
    `claim${at}`,
    randomBytes(8).toString('hex'),
  ]);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signature = randomBytes(256).toString('base64url');
  return `${part({ alg: 'RS256', typ: 'JWT' })}.${part(Object.fromEntries(claims))}.${signature}`;
}

const MINIFIED = readFileSync('node_modules/glob/dist/esm/index.min.js', 'utf8');

describe('cutOpaque', () => {
  it.each([
    ['base64', BASE64],
    ['base64 for URLs', IMAGE.toString('base64url')],
    ['base64 in lines, as in mail', inLines(BASE64, 76, '\r\n')],
    ['base64 in lines, as in keys', inLines(BASE64, 64)],
    ['base64 in indented lines', inLines(BASE64, 76, '\n    ')],
    ['base64 in lines within JSON', JSON.stringify(inLines(BASE64, 76)).slice(1, -1)],
    ['base64 whose slashes are escaped', BASE64.replaceAll('/', '\\/')],
    ['base64 in a URL', encodeURIComponent(BASE64)],
    ['base64 of prose', readFileSync('README.md').toString('base64')],
    ['hex', IMAGE.toString('hex')],
    ['hex in upper case and lines', inLines(IMAGE.toString('hex').toUpperCase(), 64)],
    ['a JWT', aToken()],
    ['minified code', MINIFIED],
    ['minified code within JSON', JSON.stringify(MINIFIED)],
  ])('keeps the start of %s, and what is around it', (_name, encoded) => {
    const cut = cutOpaque(`The picture: ${encoded} shows a cat.`);
    expect(cut).toContain(`The picture: ${encoded.slice(0, 60)}`);
    expect(cut.length).toBeLessThan(MAX_WORD_LENGTH * 5);
    expect(cutOpaque(`The picture:\n${encoded}\nshows a cat.`)).toMatch(/shows a cat\.$/);
  });

  it.each([
    ['prose', readFileSync('README.md', 'utf8')],
    ['source code', readFileSync('src/tracing/span-index/terms.ts', 'utf8')],
    [
      'source code within JSON',
      JSON.stringify(readFileSync('src/tracing/span-index/terms.ts', 'utf8')),
    ],
    ['JSON without spaces', JSON.stringify(JSON.parse(readFileSync('package.json', 'utf8')))],
    ['JSON of numbers', JSON.stringify(Array.from({ length: 99 }, (_, id) => ({ id, x: id / 7 })))],
    ['a list of paths', readdirSync('src', { recursive: true }).join('\n')],
    ['a list of UUIDs', Array.from({ length: 99 }, () => crypto.randomUUID()).join('\n')],
    [
      'hashes with names',
      Array.from(
        { length: 99 },
        (_, at) => `${createHash('sha256').update(`${at}`).digest('hex')}  file-${at}`,
      ).join('\n'),
    ],
    [
      'a long query',
      `/search?${Array.from({ length: 99 }, (_, at) => `field${at}=value${at}`).join('&')}`,
    ],
    ['text without spaces', '東京タワーと有給休暇。'.repeat(99)],
    ['a short key', randomBytes(96).toString('base64')],
    ['a table', '| id | name | total |\n'.repeat(99)],
    ['nothing', ''],
  ])('keeps all of %s', (_name, text) => {
    expect(cutOpaque(text)).toBe(text);
  });

  it('takes a time in proportion to the length', () => {
    const hostile = ['A'.repeat(59), ' '.repeat(5_000), '\n'].join('').repeat(100);
    expect(cutOpaque(hostile)).toBe(hostile);
    expect(cutOpaque(`${'aB'.repeat(200_000)} end`)).toMatch(/^(aB){128} end$/);
  });
});
