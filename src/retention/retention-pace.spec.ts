import { adaptPauses } from './retention-pace.js';

/** Repeats what a run does that deletes this many spans a second if it never pauses. */
function settle(fastest: number, arriving: number): { pauses: number; isBehind: boolean } {
  let state = { pauses: 1, isBehind: false };
  for (let window = 0; window < 20; window++) {
    state = adaptPauses(state.pauses, fastest / (1 + state.pauses), arriving);
  }
  return state;
}

describe('the pace of a retention run', () => {
  it('leaves half of the time to others if nothing or little arrives', () => {
    expect(settle(1_000, 0)).toEqual({ pauses: 1, isBehind: false });
    expect(settle(1_000, 30)).toEqual({ pauses: 1, isBehind: false });
  });

  it('pauses less if it would not keep up', () => {
    const { pauses, isBehind } = settle(1_000, 400);
    expect(isBehind).toBe(false);
    expect(pauses).toBeLessThanOrEqual(0.25);
    expect(adaptPauses(1, 500, 400)).toEqual({ pauses: 0, isBehind: false });
  });

  it('is behind if it is too slow without pauses, and recovers', () => {
    expect(settle(1_000, 600)).toEqual({ pauses: 0, isBehind: true });
    expect(adaptPauses(0, 1_300, 600)).toEqual({ pauses: 0, isBehind: false });
    expect(adaptPauses(0, 1_600, 600)).toEqual({ pauses: 1 / 8, isBehind: false });
  });
});
