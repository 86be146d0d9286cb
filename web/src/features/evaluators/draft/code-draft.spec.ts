import {
  changeSandbox,
  createCode,
  findFaultyLine,
  guessInputs,
  type Language,
  readCodeDraft,
} from './code-draft.js';

const SANDBOXES = {
  TYPESCRIPT: { id: 't', name: 'TypeScript', language: 'TYPESCRIPT', enabled: true },
  PYTHON: { id: 'p', name: 'Python', language: 'PYTHON', enabled: true },
} as const;

const namesOf = (language: Language, source: string) =>
  guessInputs({ language, source, sandboxConfigId: 'x' }).map(({ name }) => name);

describe('the code of an evaluator', () => {
  it('starts with an example in the language of its sandbox', () => {
    const python = createCode(SANDBOXES.PYTHON);
    expect(python.source).toContain('def evaluate');
    expect(changeSandbox(python, SANDBOXES.TYPESCRIPT)).toEqual(createCode(SANDBOXES.TYPESCRIPT));
    const edited = { ...python, source: 'mine' };
    expect(changeSandbox(edited, SANDBOXES.TYPESCRIPT)).toEqual({
      language: 'TYPESCRIPT',
      sandboxConfigId: 't',
      source: 'mine',
    });
    expect(readCodeDraft({ ...python, source: ' ' })).toEqual({ problem: 'Enter the code.' });
    expect(readCodeDraft(edited)).toEqual({ value: edited });
  });

  it.each([
    [
      'export default function evaluate({ output, reference = "" }: { output: string }) {',
      'output,reference',
    ],
    [
      'function help(a) {}\nfunction evaluate(output: [string, number], input?: object) {}',
      'output,input',
    ],
    ['export const check = ({ a: b, c }) => 1;', 'a,c'],
    ['1 + 1', ''],
  ])('has parameters in TypeScript: %s', (source, names) => {
    expect(namesOf('TYPESCRIPT', source).join(',')).toBe(names);
  });

  it.each([
    ['def evaluate(output, reference="a, b", *, limit: int = 3):', 'output,reference,b,limit'],
    ['def other():\n  pass\ndef evaluate(metadata: dict[str, str]):', 'metadata'],
    ['', ''],
  ])('has parameters in Python: %s', (source, names) => {
    expect(namesOf('PYTHON', source).join(',')).toBe(names);
  });
});

describe('findFaultyLine', () => {
  it('reads the line that an error names', () => {
    expect(findFaultyLine('Line 12: unexpected token')).toBe(12);
    expect(findFaultyLine('In line 12: no')).toBeUndefined();
    expect(findFaultyLine(undefined)).toBeUndefined();
  });
});
