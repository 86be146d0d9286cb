import { toDraft, toRules } from './masking-draft.js';

describe('the draft of masks', () => {
  it('becomes the same rules again', () => {
    const masking = {
      kinds: ['EMAIL' as const],
      keys: ['a.b', '**.password'],
      patterns: [{ name: 'customer', pattern: 'KD-\\d+' }],
    };
    expect(toRules(toDraft(masking))).toEqual(masking);
  });

  it('leaves out empty lines and empty patterns, but no incomplete ones', () => {
    const rules = toRules({
      kinds: [],
      keys: '\n a.b \n\n',
      patterns: [
        { key: 0, name: ' ', pattern: '' },
        { key: 1, name: '', pattern: 'x' },
        { key: 2, name: 'y ', pattern: '' },
      ],
    });
    expect(rules.keys).toEqual(['a.b']);
    expect(rules.patterns).toEqual([
      { name: '', pattern: 'x' },
      { name: 'y', pattern: '' },
    ]);
  });
});
