import { readResource } from './resources.js';

const ORIGIN = 'https://spandrel.example.com/llm';

describe('readResource', () => {
  it.each([
    [[], null],
    [[ORIGIN], 'server'],
    [[`${ORIGIN}/`], 'server'],
    [[`${ORIGIN}/mcp`], 'mcp'],
    [[`${ORIGIN}/mcp/`], 'mcp'],
    [['HTTPS://Spandrel.Example.com:443/llm'], 'server'],
    [[ORIGIN, `${ORIGIN}/`], 'server'],
  ])('reads %j as %j', (values, resource) => {
    expect(readResource(values, ORIGIN)).toBe(resource);
  });

  it.each([
    ['another host', ['https://evil.example/llm']],
    ['another port', ['https://spandrel.example.com:8443/llm']],
    ['another scheme', ['http://spandrel.example.com/llm']],
    ['a path above', ['https://spandrel.example.com/']],
    ['another path', [`${ORIGIN}/v1`]],
    ['other case of the path', ['https://spandrel.example.com/LLM']],
    ['two slashes', [`${ORIGIN}//mcp`]],
    ['a query', [`${ORIGIN}?a=b`]],
    ['a fragment', [`${ORIGIN}#a`]],
    ['credentials', ['https://user@spandrel.example.com/llm']],
    ['no address', ['mcp']],
    ['nothing', ['']],
    ['a list', [[ORIGIN]]],
    ['two parts', [ORIGIN, `${ORIGIN}/mcp`]],
    ['this server and another', [ORIGIN, 'https://evil.example']],
  ])('refuses %s', (_, values) => {
    expect(() => readResource(values, ORIGIN)).toThrow('resource must be');
  });
});
