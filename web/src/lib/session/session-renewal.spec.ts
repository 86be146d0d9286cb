import { createRenewal, createSessionFetch, type RenewalPorts } from './session-renewal.js';

// Test files are modules and import Jest’s globals from here.
const { jest } = import.meta;

const answer = (status: number, body: unknown = {}, path = '/v1/projects') => {
  const response = new Response(status === 204 ? null : JSON.stringify(body), { status });
  Object.defineProperty(response, 'url', { value: `http://here${path}` });
  return response;
};

/** Tabs that share a lock and a stamp, like those of one browser. */
function browser(post: RenewalPorts['post']) {
  let stamp = 0;
  let queue: Promise<unknown> = Promise.resolve();
  const tab = () =>
    createRenewal({
      post,
      exclusively: (work) => {
        const turn = queue.then(work);
        queue = turn.catch(() => undefined);
        return turn;
      },
      renewedAt: () => stamp,
      noteRenewed: (time) => {
        stamp = time;
      },
    });
  return { tab };
}

const past = () => Date.now() - 1_000;

describe('createRenewal', () => {
  it('renews once for all requests of a tab', async () => {
    const post = jest.fn(() => Promise.resolve(answer(204)));
    const renew = browser(post).tab();
    const results = await Promise.all([renew(past()), renew(past()), renew(past())]);
    expect(results).toEqual(['renewed', 'renewed', 'renewed']);
    expect(post).toHaveBeenCalledTimes(1);
  });

  it('renews once for all tabs of a browser', async () => {
    const post = jest.fn(() => Promise.resolve(answer(204)));
    const { tab } = browser(post);
    const sentAt = past();
    const results = await Promise.all([tab()(sentAt), tab()(sentAt), tab()(sentAt)]);
    expect(results).toEqual(['renewed', 'renewed', 'renewed']);
    expect(post).toHaveBeenCalledTimes(1);
  });

  it('renews again if newer tokens have expired too', async () => {
    const post = jest.fn(() => Promise.resolve(answer(204)));
    const renew = browser(post).tab();
    await renew(past());
    await renew(Date.now() + 1);
    expect(post).toHaveBeenCalledTimes(2);
  });

  it.each([401, 403, 404])('takes %d as the end of the session', async (status) => {
    const renew = browser(() => Promise.resolve(answer(status))).tab();
    expect(await renew(past())).toBe('ended');
  });

  it.each([429, 500, 503])('does not take %d as the end of the session', async (status) => {
    const renew = browser(() => Promise.resolve(answer(status))).tab();
    await expect(renew(past())).rejects.toThrow('Try again');
  });

  it('tries again after a failure', async () => {
    const post = jest.fn<Promise<Response>, []>(() => Promise.reject(new TypeError('away')));
    const renew = browser(post).tab();
    await expect(renew(past())).rejects.toThrow('away');
    post.mockResolvedValue(answer(204));
    expect(await renew(past())).toBe('renewed');
  });
});

describe('createSessionFetch', () => {
  const refusal = { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] };

  it('passes on other responses', async () => {
    const renew = jest.fn();
    for (const status of [200, 403, 404, 500]) {
      const fetcher = createSessionFetch(() => Promise.resolve(answer(status)), renew, jest.fn());
      expect((await fetcher('/x')).status).toBe(status);
    }
    expect(renew).not.toHaveBeenCalled();
  });

  it.each([
    ['a status', answer(401)],
    ['an error of GraphQL', answer(200, refusal, '/app/graphql')],
  ])('repeats a request that was refused by %s', async (_how, refused) => {
    const send = jest.fn<Promise<Response>, []>();
    send.mockResolvedValueOnce(refused).mockResolvedValueOnce(answer(200));
    const fetcher = createSessionFetch(send, () => Promise.resolve('renewed'), jest.fn());
    expect((await fetcher('/x')).status).toBe(200);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('ignores the word in a span', async () => {
    const data = { data: { span: { attributes: refusal } } };
    const renew = jest.fn();
    const send = () => Promise.resolve(answer(200, data, '/graphql'));
    const response = await createSessionFetch(send, renew, jest.fn())('/graphql');
    expect(await response.json()).toEqual(data);
    expect(renew).not.toHaveBeenCalled();
  });

  it('goes to the sign-in page, without a response, if the session has ended', async () => {
    const onEnded = jest.fn();
    const send = jest.fn(() => Promise.resolve(answer(401)));
    const fetcher = createSessionFetch(send, () => Promise.resolve('ended'), onEnded);
    const result = await Promise.race([fetcher('/x'), new Promise((done) => setTimeout(done, 30))]);
    expect(result).toBeUndefined();
    expect(onEnded).toHaveBeenCalledTimes(1);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('repeats a request only once', async () => {
    const onEnded = jest.fn();
    const send = jest.fn(() => Promise.resolve(answer(401)));
    const fetcher = createSessionFetch(send, () => Promise.resolve('renewed'), onEnded);
    await Promise.race([fetcher('/x'), new Promise((done) => setTimeout(done, 30))]);
    expect(send).toHaveBeenCalledTimes(2);
    expect(onEnded).toHaveBeenCalledTimes(1);
  });

  it('reports that the server is unavailable instead of signing out', async () => {
    const onEnded = jest.fn();
    const renew = () => Promise.reject(new TypeError('away'));
    const fetcher = createSessionFetch(() => Promise.resolve(answer(401)), renew, onEnded);
    await expect(fetcher('/x')).rejects.toThrow('away');
    expect(onEnded).not.toHaveBeenCalled();
  });
});
