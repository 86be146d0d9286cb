import { describeState } from './webhook-texts.js';

const TIME = '2026-03-01T10:00:00+00:00';

describe('the state of a webhook', () => {
  it.each([
    [true, null, null, 'Enabled', false],
    [true, null, TIME, 'Failing', true],
    [false, null, TIME, 'Disabled', false],
    [false, TIME, TIME, 'Paused after failures', true],
  ])(
    'of enabled: %s, paused: %s, failing: %s is %s',
    (isEnabled, pausedAt, failingSince, text, isBad) => {
      expect(describeState({ isEnabled, pausedAt, failingSince })).toEqual({ text, isBad });
    },
  );
});
