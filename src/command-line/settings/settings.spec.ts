import { describeChange, revertHunk } from './edit.js';
import { hasJsonSettings, revertJsonSettings, setJsonSettings } from './json-settings.js';
import { revertPieces, setTextBlock } from './text-block.js';
import { hasTomlSettings, parseToml, setTomlSettings, type TomlTable } from './toml-settings.js';

const JSON_SETTINGS = [
  { path: ['env', 'A'], value: '1' },
  { path: ['servers', 'spandrel'], value: { url: 'http://x', tools: ['*'] } },
];

describe('setJsonSettings', () => {
  it.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['an empty object', '{}'],
    ['one line', '{"x":1,"env":{"B":"2"}}'],
    ['tabs', '{\n\t"env": {\n\t\t"A": "0"\n\t}\n}\n'],
    ['Windows line ends', '{\r\n    "x": 1\r\n}\r\n'],
    ['a byte order mark', '\ufeff{\n  "x": 1\n}'],
    ['comments', '// a\n{ /* b */ "x": 1, // c\n  "env": { "B": "2", }, // d\n}'],
    ['hostile keys', '{"__proto__":{"A":1},"constructor":{"env":{}}}'],
  ])('sets values in a text with %s, and restores every byte', (_what, text) => {
    const edit = setJsonSettings(text, JSON_SETTINGS);
    expect(hasJsonSettings(edit.text, JSON_SETTINGS)).toBe(true);
    expect(revertHunk(edit.text, describeChange('x', text, edit).hunk)).toBe(text);
    for (const comment of text.match(/\/\/ \w|\/\* \w \*\//g) ?? []) {
      expect(edit.text).toContain(comment);
    }
    const isWindows = text.includes('\r\n');
    expect(/[^\r]\n/.test(edit.text)).toBe(!isWindows && edit.text.includes('\n'));
  });

  it('takes its values back from a text that was written again', () => {
    const { text, undo } = setJsonSettings('{"env":{"A":"0"}}', JSON_SETTINGS);
    if (undo.format !== 'json') throw new Error('This is JSON.');
    const rewritten = JSON.stringify({ ...JSON.parse(text), more: true }, null, 4);
    const reverted = revertJsonSettings(rewritten, undo.values);
    expect(reverted.changed).toEqual([]);
    expect(JSON.parse(reverted.text)).toEqual({ env: { A: '0' }, more: true });
  });

  it('names the values that have changed since, and takes back the others', () => {
    const { text, undo } = setJsonSettings('{}', JSON_SETTINGS);
    if (undo.format !== 'json') throw new Error('This is JSON.');
    const reverted = revertJsonSettings(text.replace('"1"', '"mine"'), undo.values);
    expect(reverted.changed).toEqual(['env.A']);
    expect(JSON.parse(reverted.text)).toEqual({ env: { A: 'mine' } });
  });

  it.each([
    ['{"env":', 'It is not valid JSON: ValueExpected in line 1.'],
    ['{\n"a": 1\n"b": 2}', 'It is not valid JSON: CommaExpected in line 3.'],
    ['[]', 'It is not a JSON object.'],
    ['{"env": 1}', '"env" in it is not an object.'],
    ['{"env": {}, "env": {}}', 'It has the same key twice.'],
  ])('refuses %s', (text, message) => {
    expect(() => setJsonSettings(text, JSON_SETTINGS)).toThrow(message);
  });
});

describe('setTomlSettings', () => {
  const tables: TomlTable[] = [
    { path: ['otel'], values: { on: true, to: { http: { url: 'http://x', 'a-b': '"' } } } },
    { path: ['servers', 'spandrel'], values: { url: 'http://x' } },
  ];

  it.each([
    ['nothing', ''],
    ['no line end', 'x = 1'],
    ['the table', '[otel] # mine\nto = "none" # old\nmore = 1\n\n[last]\ny = 2'],
    ['only the header of the table', '[otel]'],
    ['a quoted header', '[ "otel" ]\n"on" = false\n'],
    ['Windows line ends', 'x = 1\r\n[otel]\r\non = false\r\n'],
    ['times and arrays', 'at = 2026-01-02T03:04:05Z\nlist = [\n  1,\n]\n[[many]]\nz = 1\n'],
  ])('sets values in a text with %s, and restores every byte', (_what, text) => {
    const edit = setTomlSettings(text, tables);
    expect(hasTomlSettings(edit.text, tables)).toBe(true);
    expect(revertHunk(edit.text, describeChange('x', text, edit).hunk)).toBe(text);
    if (edit.undo.format === 'json') throw new Error('This is TOML.');
    expect(revertPieces(`# new\n${edit.text}`, edit.undo.pieces)).toEqual({
      text: `# new\n${text}`,
      changed: [],
    });
  });

  it('says in which line a text is not valid', () => {
    expect(() => parseToml('a = 1\nb = ')).toThrow(/It is not valid TOML: .+ in line 2\./);
  });
});

describe('setTextBlock', () => {
  const block = { name: 'x', lines: ['a=1'] };

  it.each(['', 'b=2', 'b=2\n'])('adds lines to %j, and takes them back', (text) => {
    const edit = setTextBlock(text, block);
    if (edit.undo.format === 'json') throw new Error('This is text.');
    expect(revertPieces(`${edit.text}c=3\n`, edit.undo.pieces).text).toBe(`${text}c=3\n`);
  });

  it('replaces lines that it added earlier', () => {
    const { text } = setTextBlock('b=2\n', block);
    const next = setTextBlock(`${text}c=3\n`, { name: 'x', lines: ['a=2'] });
    expect(next.text.match(/a=\d/g)).toEqual(['a=2']);
    expect(next.text.endsWith('c=3\n')).toBe(true);
  });
});
