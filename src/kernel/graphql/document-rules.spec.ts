import { buildSchema, parse, validate } from 'graphql';
import { finiteFloatsRule } from './document-rules.js';

const SCHEMA = buildSchema(`
  scalar JSON
  input Judgment { score: Float, bounds: [Float!], metadata: JSON }
  type Query { judge(score: Float = 1, judgment: Judgment): Int }
`);

const problems = (document: string): string[] =>
  validate(SCHEMA, parse(document), [finiteFloatsRule]).map(({ message }) => message);

describe('literals of the type Float', () => {
  it.each([
    '{ judge(score: 1e400) }',
    '{ judge(score: -1e999) }',
    `{ judge(score: ${'9'.repeat(310)}) }`,
    '{ judge(judgment: { score: 1e400 }) }',
    '{ judge(judgment: { bounds: [0, 1e400] }) }',
    'query ($score: Float = 1e400) { judge(score: $score) }',
  ])('are refused in %s', (document) => {
    expect(problems(document)).toEqual([
      expect.stringContaining('Float cannot represent the value: '),
    ]);
  });

  it.each([
    '{ judge(score: 1.7976931348623157e308, judgment: { bounds: [0, -1, 1e-400] }) }',
    '{ judge(judgment: { metadata: { digits: 1e400 } }) }',
  ])('are accepted in %s', (document) => {
    expect(problems(document)).toEqual([]);
  });
});
