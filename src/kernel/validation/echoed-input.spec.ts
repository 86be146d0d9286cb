import { echoInput } from './echoed-input.js';

describe('echoInput', () => {
  it.each([5, 'text', null, ['a'], { name: 'a' }])('shows %j', (value) => {
    expect(echoInput(value, ['body', 'name'])).toEqual(value);
  });

  it('omits large and very deep values', () => {
    expect(echoInput('x'.repeat(300), ['body', 'name'])).toBeUndefined();
    const endless: unknown[] = [];
    endless.push(endless);
    expect(echoInput(endless, ['body', 'name'])).toBeUndefined();
  });

  it.each([
    [['body', 'password']],
    [['body', 'user', 'newPassword']],
    [['body', 'current_password']],
    [['body', 'secrets', 0, 'value']],
    [['body', 'token']],
    [['query', 'refresh_token']],
    [['body', 'clientSecret']],
  ])('omits %j', (loc) => expect(echoInput(['canary'], loc)).toBeUndefined());

  it('omits a value that contains a secret at any depth', () => {
    const value = [{ user: { password: 'canary' } }];
    expect(echoInput(value, ['body', 'users'])).toBeUndefined();
  });

  it('does not mistake token counts for secrets', () => {
    const value = { 'llm.token_count.prompt': 7 };
    expect(echoInput(value, ['body', 'attributes'])).toEqual(value);
  });
});
