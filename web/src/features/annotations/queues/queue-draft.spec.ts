import { createQueueDraft, DRAFT_RULES, toContent, toSource } from './queue-draft.js';

const draft = createQueueDraft(undefined, ['config']);
const EVERYTHING = { timeRangeKey: 'all' };

describe('toContent', () => {
  it('trims texts, and sends no empty description', () => {
    expect(toContent({ ...draft, name: ' queue ', description: ' ', judgments: '2' })).toEqual({
      name: 'queue',
      description: null,
      annotationConfigIds: ['config'],
      judgmentsPerItem: 2,
    });
  });
});

describe('toSource', () => {
  it('takes the newest traces', () => {
    expect(toSource(draft, EVERYTHING)).toEqual({
      filter: { timeRange: {}, limit: 50, order: 'NEWEST' },
    });
  });

  it('takes a random sample of failed root spans by name', () => {
    const spans = {
      failedOnly: true,
      rootsOnly: true,
      kinds: ['llm' as const],
      names: 'answer, , plan ',
    };
    const given = { ...draft, ...spans, target: 'SPAN' as const, source: 'random' as const };
    expect(toSource(given, EVERYTHING)?.filter).toMatchObject({
      order: 'RANDOM',
      failedOnly: true,
      rootSpansOnly: true,
      kinds: ['llm'],
      names: ['answer', 'plan'],
    });
  });

  it('leaves out conditions that the target does not have', () => {
    const given = { ...draft, failedOnly: true, rootsOnly: true, names: 'answer' };
    expect(Object.keys(toSource({ ...given, target: 'SESSION' }, EVERYTHING)!.filter)).toEqual([
      'timeRange',
      'limit',
      'order',
    ]);
  });

  it('takes nothing for an empty queue', () => {
    expect(toSource({ ...draft, source: 'none' }, EVERYTHING)).toBeNull();
  });
});

describe('DRAFT_RULES', () => {
  it.each(['0', '21', '1.5', 'two', ''])('refuse %j judgments', (text) => {
    expect(DRAFT_RULES.judgments(text)).toBe('Enter a number from 1 to 20.');
  });

  it('ask for a limit only if there is a source', () => {
    expect(DRAFT_RULES.limit('', draft)).toBe('Enter a number from 1 to 10,000.');
    expect(DRAFT_RULES.limit('', { ...draft, source: 'none' })).toBeNull();
  });
});
