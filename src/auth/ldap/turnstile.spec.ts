import { UnavailableError } from '../../common/errors.js';
import { Turnstile } from './turnstile.js';

describe('Turnstile', () => {
  it('lets so many in at once, and the others in their order', async () => {
    const turnstile = new Turnstile(2, 10);
    const order: number[] = [];
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 7 }, (_, index) =>
        turnstile.pass(async () => {
          order.push(index);
          most = Math.max(most, (inside += 1));
          await new Promise(setImmediate);
          inside -= 1;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('gives the place back when the work fails', async () => {
    const turnstile = new Turnstile(1, 1);
    await expect(turnstile.pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(turnstile.pass(() => Promise.resolve('yes'))).resolves.toBe('yes');
  });

  it('sends away whoever finds a full queue', async () => {
    const turnstile = new Turnstile(1, 1);
    let leave = () => {};
    const first = turnstile.pass(() => new Promise<void>((resolve) => (leave = resolve)));
    const second = turnstile.pass(() => Promise.resolve());
    await expect(turnstile.pass(() => Promise.resolve())).rejects.toThrow(UnavailableError);
    leave();
    await Promise.all([first, second]);
  });
});
