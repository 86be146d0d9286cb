import { WaitingAttempts } from './waiting-attempts.js';

const LONG = 60_000;

describe('waiting attempts', () => {
  it('proceed one by one, in the order of arrival', async () => {
    const waiting = new WaitingAttempts();
    const gone: number[] = [];
    const all = [1, 2, 3].map((n) => waiting.wait('ada', LONG).then(() => gone.push(n)));
    waiting.wakeNext('ada');
    await all[0];
    expect(gone).toEqual([1]);
    waiting.wakeNext('ada');
    waiting.wakeNext('ada');
    await Promise.all(all);
    expect(gone).toEqual([1, 2, 3]);
  });

  it('wait only for their own account', async () => {
    const waiting = new WaitingAttempts();
    let isGone = false;
    const ada = waiting.wait('ada', LONG).then(() => (isGone = true));
    waiting.wakeNext('grace');
    await Promise.resolve();
    expect(isGone).toBe(false);
    waiting.wakeNext('ada');
    await ada;
    expect(isGone).toBe(true);
  });

  it('proceed after a timeout, and leave nothing behind', async () => {
    const waiting = new WaitingAttempts();
    const ada = waiting.wait('ada', 1);
    expect(waiting.hasWaiting('ada')).toBe(true);
    await ada;
    expect(waiting.hasWaiting('ada')).toBe(false);
    waiting.wakeNext('ada');
  });
});
