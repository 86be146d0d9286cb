import { aProject } from '../../support/factories/project.js';
import { aSpan } from '../../support/factories/span.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const exactly = (source: string): unknown => JSON.rawJSON(source);
const LONG = `${'long '.repeat(60)}ünd`;

describe('filtering spans by attributes over REST', () => {
  let server: TestServer;
  let project: string;

  beforeAll(async () => {
    server = await startTestServer();
    const { id, name } = await aProject(server);
    project = name;
    const span = (name: string, attributes: object, payload?: object): Promise<unknown> =>
      aSpan(server, {
        project_id: id,
        name,
        attributes: { ...attributes },
        payload: { ...payload },
      });
    await span('int 12345', { 'user.id': 12345, n: 1 });
    await span('text 12345', { 'user.id': '12345', n: exactly('1.0') });
    await span('three quarters', { score: 0.75, flag: true, session: 'x' });
    await span('text true', { flag: 'true', n: '1' });
    await span('colons', { 'session.id': 'desk:7:b' });
    await span('umlaut', { city: 'Zürich', quote: 'say "hi" \\ {a}' });
    await span('big', { big: exactly('9223372036854775807') });
    await span('nearly big', { big: exactly('9223372036854775806') });
    await span('long', {}, { input: { value: LONG } });
    await span('list', {}, { tags: ['a'], object: { a: { b: [1] } } });
    await span('conflict', { cfg: 'x' }, { 'cfg.m': 6 });
    const many = Object.fromEntries(
      Array.from({ length: 128 }, (_, index) => [`filler.${index}`, index]),
    );
    await span('full', many, { late: { key: 7, whole: exactly('7.0'), text: 'short' } });
  });
  afterAll(() => server.stop());

  const names = async (...attribute: string[]): Promise<string[]> => {
    const response = await server.request.get(`/v1/projects/${project}/spans`).query({ attribute });
    expect([response.status, response.text.slice(0, 200)]).toEqual([200, expect.anything()]);
    return response.body.data.map((span: { name: string }) => span.name).toSorted();
  };

  it.each<[string, string[]]>([
    ['user.id:12345', ['int 12345']],
    ['user.id:"12345"', ['text 12345']],
    ['user.id: 12345 ', ['int 12345']],
    ['n:1', ['int 12345', 'text 12345']],
    ['n:1.0', ['text 12345']],
    ['n:1e0', ['text 12345']],
    ['n:"1"', ['text true']],
    ['n:NaN', []],
    ['n:-Infinity', []],
    ['n:1e999', []],
    ['score:0.75', ['three quarters']],
    ['score:0.750', ['three quarters']],
    ['flag:true', ['three quarters']],
    ['flag:"true"', ['text true']],
    ['flag:True', []],
    ['session.id:desk:7:b', ['colons']],
    ['session.id:"desk:7:b"', ['colons']],
    ['session:x', ['three quarters']],
    ['city:Zürich', ['umlaut']],
    ['city:"Z\\u00fcrich"', ['umlaut']],
    ['city:zürich', []],
    ['quote:say "hi" \\ {a}', ['umlaut']],
    ['big:9223372036854775807', ['big']],
    ['big:9223372036854775806', ['nearly big']],
    [`input.value:${LONG}`, ['long']],
    [`input.value:${LONG}!`, []],
    ['tags:a', []],
    ['object.a:b', []],
    ['object.a.b:1', []],
    ['cfg:x', ['conflict']],
    ['cfg.m:6', []],
    ['filler.127:127', ['full']],
    ['late.key:7', ['full']],
    ['late.key:7.0', []],
    ['late.whole:7', ['full']],
    ['late.whole:7.0', ['full']],
    ['late.text:short', ['full']],
    ['missing.path:1', []],
    ['a..b:1', []],
    ['__proto__:1', []],
    ['__proto__.toString:x', []],
    ['city:nul\0', []],
    ['nul\0:x', []],
    ['city:"\\ud800"', []],
  ])('%.40s', async (filter, expected) => {
    expect(await names(filter)).toEqual(expected);
  });

  it('combines several with AND', async () => {
    expect(await names('n:1', 'user.id:12345')).toEqual(['int 12345']);
    expect(await names('n:1', 'user.id:12345', 'flag:true')).toEqual([]);
  });
});
