import { listAnnotations, listAttributes } from './known-names.js';

const term = (category: string, name: string) => ({
  category,
  name,
  description: '',
  iterableName: null,
});
const TERMS = [
  term('field', 'name'),
  term('attribute', 'service.zone'),
  term('attribute', 'metadata["a b"]["c"]'),
  term('attribute', 'attributes["1st"]["x"]'),
  term('annotation', 'annotations["tone"]'),
  term('annotation', 'annotations["tone"].score'),
  term('annotation', 'trace_annotations["a \\"b\\""]'),
];

describe('the names that charts can use', () => {
  it('are dotted, as in the row of a span', () => {
    expect(listAttributes(TERMS)).toEqual(['service.zone', 'metadata.a b.c', '1st.x']);
  });

  it('are those of the annotations of what a chart is about', () => {
    expect(listAnnotations(TERMS, 'SPANS')).toEqual(['tone']);
    expect(listAnnotations(TERMS, 'TRACES')).toEqual(['a "b"']);
    expect(listAnnotations(TERMS, 'SESSIONS')).toEqual([]);
  });
});
