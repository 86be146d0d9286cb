import { type AnnotationValue, groupAnnotations } from './annotation-value.js';

describe('annotations of a row', () => {
  it('are grouped by name, in alphabetical order', () => {
    const groups = groupAnnotations([value('tone'), value('correct'), value('tone')]);
    expect(groups.map(({ name, values }) => [name, values.length])).toEqual([
      ['correct', 1],
      ['tone', 2],
    ]);
  });

  it('have the mean of their scores, ignoring those without', () => {
    const [group] = groupAnnotations([
      value('tone', { score: 1 }),
      value('tone', { score: 0 }),
      value('tone', { label: 'rude' }),
    ]);
    expect(group).toMatchObject({ meanScore: 0.5, label: 'rude' });
  });

  it('have the most frequent label, and the first given one on a tie', () => {
    const labels = (...given: string[]) =>
      groupAnnotations(given.map((label) => value('tone', { label })))[0]?.label;
    expect(labels('kind', 'rude', 'rude')).toBe('rude');
    expect(labels('rude', 'kind')).toBe('rude');
  });

  it('keep the mean of extreme scores finite', () => {
    const [group] = groupAnnotations([
      value('tone', { score: Number.MAX_VALUE }),
      value('tone', { score: Number.MAX_VALUE }),
    ]);
    expect(group?.meanScore).toBe(Number.MAX_VALUE);
  });
});

function value(name: string, given: Partial<AnnotationValue> = {}): AnnotationValue {
  return {
    id: 'U3Bhbg==',
    name,
    annotatorKind: 'HUMAN',
    label: null,
    score: null,
    identifier: '',
    createdAt: '2026-01-01T00:00:00Z',
    user: null,
    ...given,
  };
}
