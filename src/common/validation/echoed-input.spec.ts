import { echoedInput } from './echoed-input.js';

describe('echoedInput', () => {
  it.each([5, 'text', null, ['a'], { name: 'a' }])('shows %j', (value) => {
    expect(echoedInput(value, ['body', 'name'])).toEqual(value);
  });

  it('shows nothing that is large or endlessly deep', () => {
    expect(echoedInput('x'.repeat(300), ['body', 'name'])).toBeUndefined();
    const endless: unknown[] = [];
    endless.push(endless);
    expect(echoedInput(endless, ['body', 'name'])).toBeUndefined();
  });

  it.each([
    [['body', 'password']],
    [['body', 'user', 'newPassword']],
    [['body', 'current_password']],
    [['body', 'secrets', 0, 'value']],
    [['body', 'token']],
    [['query', 'refresh_token']],
    [['body', 'clientSecret']],
  ])('shows nothing of %j', (loc) => expect(echoedInput(['canary'], loc)).toBeUndefined());

  it('shows no value that holds a secret further down', () => {
    const value = [{ user: { password: 'canary' } }];
    expect(echoedInput(value, ['body', 'users'])).toBeUndefined();
  });

  it('takes counts of tokens for no secret', () => {
    const value = { 'llm.token_count.prompt': 7 };
    expect(echoedInput(value, ['body', 'attributes'])).toEqual(value);
  });
});
