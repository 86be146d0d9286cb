import { NEW_ALERT, readAlertDraft } from './alert-draft.js';

describe('the form of an alert rule', () => {
  it('reads percent as a part of 1, except for changes', () => {
    const draft = { ...NEW_ALERT, name: 'Errors', threshold: '2,5' };
    expect(readAlertDraft(draft)).toMatchObject({
      value: { threshold: 0.025, quietMinutes: 30, annotation: null },
    });
    expect(readAlertDraft({ ...draft, baseline: 'LAST_WEEK' })).toMatchObject({
      value: { threshold: 2.5 },
    });
  });

  it('names what is missing', () => {
    const draft = { ...NEW_ALERT, measure: 'SCORE', threshold: 'x', quietMinutes: '1.5' } as const;
    expect(readAlertDraft(draft)).toEqual({
      problems: {
        name: 'Enter a name.',
        threshold: 'Enter a number.',
        quietMinutes: 'Enter a whole number of minutes.',
        annotation: 'Enter the name of the annotations.',
      },
    });
  });
});
