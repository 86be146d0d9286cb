import { cookieOf } from '../support/accounts.js';
import { attackBodies } from './hostile-bodies.js';

/** A fifth of them in each place, so that neighboring places together get all of them. */
const sample = <T>(replacements: readonly T[], place: number) =>
  replacements.filter((_, index) => (index + place) % 5 === 0);

describe('bodies with a value of another kind', () => {
  const server = attackBodies(sample);

  it('are refused with the place of the wrong value', async () => {
    const response = await server()
      .request.post('/v1/users')
      .set(cookieOf(server().accounts.ADMIN))
      .send({ user: [null] })
      .expect(422);
    expect(response.body.detail).toEqual([
      {
        type: 'model_type',
        loc: ['body', 'user'],
        msg: 'Input should be a valid object',
        input: [null],
      },
    ]);
  });
});
