import { completeTerms, type Term } from './complete-terms.js';

const field = (name: string, iterableName: string | null = null, category = 'field'): Term => ({
  name,
  description: `About ${name}.`,
  category,
  iterableName,
});

const TERMS: Term[] = [
  field('latency_ms'),
  field('num_spans'),
  field('error_count'),
  field('spans', null, 'collection'),
  field('latency_ms', 'spans'),
  field('span_kind', 'spans'),
  field('parent_span.name', 'spans'),
  field('label', 'span_annotations'),
  field('trace_annotations["tone of voice"]', null, 'annotation'),
  field('trace_annotations["tone of voice"].score', null, 'annotation'),
  field('metadata["tenant"]', null, 'attribute'),
];

/** Returns what is offered at the `|` of a text, as the complete text. */
function offered(marked: string, recent: string[] = []): string[] {
  const cursor = marked.indexOf('|');
  const text = marked.replace('|', '');
  return completeTerms(text, cursor, { tab: 'traces', terms: TERMS, recent }).map(
    ({ insert, from }) => text.slice(0, from) + insert + text.slice(cursor),
  );
}

describe('completion in the query bar', () => {
  it('starts with recent conditions, then examples', () => {
    expect(offered('|', ['num_spans > 3'])[0]).toBe('num_spans > 3');
    expect(offered('|')).toContain('error_count > 0');
    expect(offered('|', ['error_count > 0']).filter((text) => text === 'error_count > 0')).toEqual([
      'error_count > 0',
    ]);
  });

  it('completes fields and words', () => {
    expect(offered('lat|')).toEqual(['latency_ms']);
    expect(offered('latency_ms > 5 an|')).toContain('latency_ms > 5 and');
    expect(offered('not err|')).toEqual(['not error_count']);
    expect(offered('latency_ms > 5 and |')).toContain('latency_ms > 5 and num_spans');
    expect(offered('latency_ms > 5 |')).toEqual([]);
  });

  it('completes names in brackets, with either quotes', () => {
    expect(offered("trace_annotations['to|")).toEqual([
      'trace_annotations["tone of voice"]',
      'trace_annotations["tone of voice"].score',
    ]);
    expect(offered('metadata[|')).toEqual(['metadata["tenant"]']);
  });

  it('completes values', () => {
    expect(offered("any(s.span_kind == 't| for s in spans)")).toEqual([
      "any(s.span_kind == 'TOOL' for s in spans)",
    ]);
    expect(offered("span_kind in ['LLM', a|")).toEqual(["span_kind in ['LLM', 'AGENT'"]);
  });

  it('completes fields of the rows of a loop', () => {
    expect(offered('any(s.la| for s in spans)')).toEqual(['any(s.latency_ms for s in spans)']);
    expect(offered('any(x.lab| for x in span_annotations)')).toEqual([
      'any(x.label for x in span_annotations)',
    ]);
    expect(offered('any(s.pa|')).toEqual(['any(s.parent_span.name']);
    expect(offered('spa|')).toContain("any(s.status_code == 'ERROR' for s in spans)");
  });

  it('offers nothing inside a string', () => {
    expect(offered("'lat|")).toEqual([]);
    expect(offered("input == 'an|")).toEqual([]);
  });
});
