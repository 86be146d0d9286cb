import { ToolCallPieces } from './tool-call-pieces.js';

const piece = (rest: object, name?: unknown, args?: unknown) => ({
  ...rest,
  function: { ...(name !== undefined && { name }), ...(args !== undefined && { arguments: args }) },
});

/** Returns what has arrived of each call. */
function read(...pieces: unknown[]): string[] {
  const calls = new ToolCallPieces();
  const written = new Map<string, string>();
  for (const one of pieces) {
    const event = calls.read(one);
    if (!event) continue;
    const { id, name, arguments: args } = event;
    written.set(id, `${written.get(id) ?? `${id} ${name} `}${args}`);
  }
  expect(calls.count).toBe(written.size);
  return [...written.values()];
}

describe('the pieces of tool calls', () => {
  it('belong to the call with their number', () => {
    expect(
      read(
        piece({ index: 0, id: 'a' }, 'f', ''),
        piece({ index: 1, id: 'b' }, 'g', '{'),
        piece({ index: 0 }, undefined, '{"x":'),
        piece({ index: 1 }, undefined, '}'),
        piece({ index: 0 }, null, '1}'),
      ),
    ).toEqual(['a f {"x":1}', 'b g {}']);
  });

  it('belong to the newest call without a number and an id', () => {
    expect(
      read(piece({ id: 'a' }, 'f', '{'), piece({}, undefined, '}'), piece({ id: 'b' }, 'g', '{}')),
    ).toEqual(['a f {}', 'b g {}']);
  });

  it('get ids that are missing, empty or taken', () => {
    expect(read(piece({}, 'f', '{}'), piece({ id: '' }, 'g', '{}'))).toEqual([
      'call_0 f {}',
      'call_1 g {}',
    ]);
    expect(
      read(piece({ index: 0, id: 'f' }, 'f', '{"x":1}'), piece({ index: 1, id: 'f' }, 'f', '{}')),
    ).toEqual(['f f {"x":1}', 'call_1 f {}']);
    expect(read(piece({ id: 'call_1' }, 'f', '{}'), piece({}, 'g', '{}'))).toEqual([
      'call_1 f {}',
      'call_2 g {}',
    ]);
  });

  it('are another call of the same function once the first is complete', () => {
    expect(read(piece({ index: 0 }, 'f', '{}'), piece({ index: 0 }, 'f', '{"x":1}'))).toEqual([
      'call_0 f {}',
      'call_1 f {"x":1}',
    ]);
    expect(read(piece({ index: 0 }, 'f', '{"x"'), piece({ index: 0 }, 'f', ':1}'))).toEqual([
      'call_0 f {"x":1}',
    ]);
  });

  it('may have a new id each time', () => {
    expect(
      read(piece({ index: 0, id: 'a' }, 'f', '{'), piece({ index: 0, id: 'b' }, undefined, '}')),
    ).toEqual(['a f {}']);
  });

  it.each([null, 'x', [], 5, {}, { function: null }, { function: [] }, { index: 'x', id: 5 }])(
    'are ignored if they are %j',
    (one) => {
      expect(read(one)).toEqual([]);
    },
  );

  it('are not read without end', () => {
    const calls = new ToolCallPieces();
    const endless = () => {
      for (let at = 0; ; at++) calls.read(piece({ id: `c${at}` }, 'f', '{}'));
    };
    expect(endless).toThrow('too long');
  });
});
