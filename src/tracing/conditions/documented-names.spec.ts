import { readFileSync } from 'node:fs';
import { SESSION_RULES } from './session-rules.js';
import { FIELD_NAMES } from './span-grain.js';
import { TRACE_RULES } from './trace-rules.js';

const SECTIONS = readFileSync('docs/filters.md', 'utf8').split(/^## /m);

/** Returns the names that a section has in code. `.prompt` after another name replaces its last part. */
function namesIn(section: string): Set<string> {
  const text = SECTIONS.find((one) => one.startsWith(`${section}\n`))!;
  let last = '';
  return new Set(
    [...text.matchAll(/`([\w.]+)`/g)].map(([, name]) => {
      last = name!.startsWith('.') ? last.slice(0, last.lastIndexOf('.')) + name! : name!;
      return last;
    }),
  );
}

describe('the names of conditions', () => {
  it.each([
    // The older spelling of `cumulative_token_count`.
    ['Spans', FIELD_NAMES.filter((name) => !name.startsWith('cumulative_llm_token_count'))],
    ['Traces', [...TRACE_RULES.fields.keys()]],
    ['Sessions', [...SESSION_RULES.fields.keys()]],
  ])('are in docs/filters.md under "%s"', (section, names) => {
    const documented = namesIn(section);
    expect(names.filter((name) => !documented.has(name))).toEqual([]);
  });
});
