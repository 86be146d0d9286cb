import { describeProgress, describeRest } from './queue-texts.js';

const progress = {
  total: 50,
  done: 12,
  inProgress: 0,
  available: 0,
  viewer: { done: 12, skipped: 0 },
};

describe('describeProgress', () => {
  it('counts what is done', () => {
    expect(describeProgress({ total: 1200, done: 50 })).toBe('50 of 1,200');
  });
});

describe('describeRest', () => {
  it('says how to fill an empty queue', () => {
    expect(describeRest({ ...progress, total: 0, done: 0 }).title).toBe('This queue is empty');
  });

  it('says when everything is judged', () => {
    expect(describeRest({ ...progress, done: 50 }).text).toBe(
      'All 50 items of this queue are judged.',
    );
  });

  it('says who has what remains', () => {
    expect(describeRest({ ...progress, inProgress: 1 }).text).toMatch(/^Others are judging/);
    expect(describeRest({ ...progress, done: 49 }).text).toMatch(/1 item still needs judgments/);
  });
});
