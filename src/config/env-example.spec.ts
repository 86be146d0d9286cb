import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readEnv, VARIABLE_NAMES } from './env.js';

const text = readFileSync(resolve(import.meta.dirname, '../../.env.example'), 'utf8');
const assignments = [...text.matchAll(/^(SPANDREL_\w+)=(.*)$/gm)].map(
  ([, name, value]) => [name, value] as const,
);

describe('.env.example', () => {
  it('lists every variable once', () => {
    expect(new Set(assignments.map(([name]) => name))).toEqual(new Set(VARIABLE_NAMES));
    expect(assignments).toHaveLength(VARIABLE_NAMES.length);
  });

  it('contains the defaults', () => {
    expect(readEnv(Object.fromEntries(assignments))).toEqual(readEnv({}));
  });
});
