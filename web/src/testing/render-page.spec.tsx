import { screen } from '@testing-library/react/pure';
import { useEffect, useState } from 'react';
import { graphql } from '../graphql.js';
import { subscribe } from '../lib/data/graphql-subscription.js';
import { useGraphqlQuery } from '../lib/data/use-graphql-query.js';
import { serverFetch } from '../lib/session/server-fetch.js';
import { answer, answerRest, cutOff, keepWaiting, refuse, stream } from './answers.js';
import { button, field } from './elements.js';
import { problems, renderComponent, renderPage } from './render-page.js';

const StatusQuery = graphql(`
  query StatusOfTest {
    serverStatus {
      storageAdvice
    }
  }
`);

const RunsSubscription = graphql(`
  subscription RunsOfTest($input: ChatCompletionInput!) {
    chatCompletion(input: $input) {
      __typename
    }
  }
`);

function Status() {
  const { data, error, isLoading } = useGraphqlQuery(StatusQuery, {});
  if (isLoading) return 'Loading';
  if (error) return `${error.code ?? 'no code'}: ${error.message}`;
  return data?.serverStatus.storageAdvice ?? 'no advice';
}

describe('a rendered component', () => {
  it('shows what the server answers', async () => {
    const page = await renderComponent(<Status />, [
      answer(StatusQuery, () => ({ serverStatus: { storageAdvice: 'Free some space.' } })),
    ]);
    screen.getByText('Free some space.');
    expect(page.sent(StatusQuery)).toEqual([{}]);
  });

  it.each([
    [
      'is refused',
      refuse(StatusQuery, 'You cannot read this.', 'FORBIDDEN'),
      'FORBIDDEN: You cannot read this.',
    ],
    ['does not reach the server', cutOff(StatusQuery), 'no code: Failed to fetch'],
    ['waits', keepWaiting(StatusQuery), 'Loading'],
  ])('shows that a request %s', async (_case, given, text) => {
    await renderComponent(<Status />, [given]);
    screen.getByText(text);
  });

  it('is told about requests that nothing answers', async () => {
    await renderComponent(<Status />);
    expect(problems.splice(0)).toEqual(['Nothing answers StatusOfTest, sent with {}.']);
  });

  it('is told about errors in the console', async () => {
    await renderComponent(
      <p>
        <div />
      </p>,
    );
    expect(problems.splice(0)).toEqual([expect.stringContaining('cannot be a descendant of')]);
  });

  it('sends REST calls', async () => {
    let answered = '';
    const send = async () => {
      const response = await serverFetch('http://localhost/v1/things', {
        method: 'POST',
        body: JSON.stringify({ name: 'one' }),
      });
      answered = `${response.status} ${await response.text()}`;
    };
    const page = await renderComponent(
      <button type="button" onClick={() => void send()}>
        Send
      </button>,
      [answerRest('POST v1/things', 'Thing "one" already exists.', 409)],
    );
    await page.user.click(button('Send'));
    expect(answered).toBe('409 Thing "one" already exists.');
    expect(page.calls('POST v1/things')).toEqual([{ name: 'one' }]);
  });

  it.each([1, 2])('reads the subscription of each test to its end (%i)', async (count) => {
    const input = {} as never;
    function Runs() {
      const [heard, setHeard] = useState<string[]>([]);
      useEffect(() => {
        const hear = (text: string) => setHeard((before) => [...before, text]);
        return subscribe(
          RunsSubscription,
          { input },
          {
            onData: ({ chatCompletion }) => hear(chatCompletion.__typename),
            onError: ({ message, code }) => hear(`${code}: ${message}`),
            onEnd: () => hear('end'),
          },
        );
      }, []);
      return heard.join(', ');
    }
    const event = { chatCompletion: { __typename: 'TextChunk' } } as const;
    const events = Array.from({ length: count }, () => event);
    await renderComponent(<Runs />, [stream(RunsSubscription, () => events)]);
    await screen.findByText([...events.map(() => 'TextChunk'), 'end'].join(', '));
  });
});

describe('a rendered page', () => {
  it('has the frame of the app, for a user with a role', async () => {
    const page = await renderPage('/nowhere?q=1', [], { as: 'ADMIN' });
    screen.getByRole('heading', { name: 'Page not found' });
    await page.user.click(button('A Account'));
    screen.getByText('Administrator');
    expect(page.address()).toBe('/nowhere?q=1');
  });

  it('follows the configuration of the server', async () => {
    await renderPage('/nowhere', [], { config: { authenticationEnabled: false } });
    expect(screen.queryByRole('button', { name: 'A Account' })).toBeNull();
  });

  it('fills fields at once', async () => {
    function Field() {
      const [text, setText] = useState('before');
      return (
        <input aria-label="Name" value={text} onChange={({ target }) => setText(target.value)} />
      );
    }
    const page = await renderComponent(<Field />);
    await page.fill(field('Name'), 'after');
    expect(field('Name')).toHaveProperty('value', 'after');
  });
});
