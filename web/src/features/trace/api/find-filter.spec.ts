import { toFindFilter } from './find-filter.js';

describe('toFindFilter', () => {
  const nothing = { text: ' ', kinds: [], statuses: [] };
  const conditionOf = (text: string) => toFindFilter({ ...nothing, text })?.filterCondition;

  it('looks for nothing without words and choices', () => {
    expect(toFindFilter(nothing)).toBeNull();
  });

  it('passes on kinds and statuses', () => {
    expect(toFindFilter({ ...nothing, kinds: ['llm'], statuses: ['ERROR'] })).toEqual({
      filter: { kinds: ['llm'], statusCodes: ['ERROR'] },
      filterCondition: null,
    });
  });

  it('requires every word somewhere', () => {
    expect(conditionOf('a b')).toBe(
      "('a' in name or 'a' in status_message or span_kind in ['agent']) and ('b' in name or 'b' in status_message)",
    );
  });

  it('knows kinds by their beginning, and statuses', () => {
    expect(conditionOf('Err')).toBe("('Err' in name or 'Err' in status_message)");
    expect(conditionOf('ERROR')).toContain("status_code == 'error'");
    expect(conditionOf('re')).toContain("span_kind in ['retriever', 'reranker']");
  });

  it('looks for long words in IDs', () => {
    expect(conditionOf('b7ad6b71')).toContain("'b7ad6b71' in span_id");
  });

  it('quotes what is typed', () => {
    expect(conditionOf(`it's`)).toContain(`"it's" in name`);
  });
});
