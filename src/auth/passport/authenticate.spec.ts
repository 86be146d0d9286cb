import { Strategy } from 'passport-custom';
import { authenticate } from './authenticate.js';

const accepting = (user: unknown) => new Strategy((_request, done) => done(null, user));
const refusing = (info: unknown) => new Strategy((_request, done) => done(null, false, info));
const failing = new Strategy((_request, done) => done(new Error('broken')));

describe('authenticate', () => {
  it('returns the user of the first strategy that succeeds', async () => {
    const strategies = [refusing('no'), accepting('ada'), accepting('grace')];
    expect(await authenticate(strategies, {})).toBe('ada');
  });

  it('returns null if no strategy succeeds', async () => {
    expect(await authenticate([refusing('first'), refusing('second')], {})).toBeNull();
  });

  it('throws the error of a strategy without trying the next one', async () => {
    await expect(authenticate([failing, accepting('ada')], {})).rejects.toThrow('broken');
  });

  it('keeps simultaneous runs of one strategy apart', async () => {
    const strategy = new Strategy((request, done) => {
      setTimeout(() => done(null, request.headers.authorization), Math.random() * 5);
    });
    const names = ['ada', 'grace', 'edsger', 'barbara'];
    const users = await Promise.all(
      names.map((authorization) => authenticate([strategy], { headers: { authorization } })),
    );
    expect(users).toEqual(names);
  });
});
