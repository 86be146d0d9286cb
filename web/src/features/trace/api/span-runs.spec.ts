import { aSpan } from '../tree/a-span.js';
import {
  addRun,
  combineSpans,
  findDetached,
  joinPages,
  readRest,
  type SpanRun,
  toFirstRun,
  toNextRun,
  toRunAround,
} from './span-runs.js';

const page = (ids: string, hasNextPage = true) => ({
  edges: ids.split('').map((id) => ({ cursor: `at ${id}`, node: aSpan(id) })),
  pageInfo: { hasNextPage, endCursor: null },
});
const outline = (runs: readonly SpanRun[]) =>
  runs.map(({ spans, firstCursor, lastCursor, isStart, isEnd }) =>
    [
      isStart ? '|' : '',
      `${firstCursor.slice(3)}-${lastCursor.slice(3)} `,
      spans.map(({ spanId }) => spanId).join(''),
      isEnd ? '|' : '',
    ].join(''),
  );
const next = (run: SpanRun | undefined, ids: string, hasNextPage?: boolean) =>
  toNextRun(run!, 'forward', page(ids, hasNextPage))!;
const previous = (run: SpanRun | undefined, ids: string, hasNextPage?: boolean) =>
  toNextRun(run!, 'backward', page(ids, hasNextPage))!;

describe('runs of spans', () => {
  const first = toFirstRun(page('abc'))!;
  const around = toRunAround(page('ih'), page('jk'))!;

  it('are separate if spans between them are not loaded', () => {
    expect(outline(addRun([first], around))).toEqual(['|a-c abc', 'h-k hijk']);
  });

  it('grow forward to the end', () => {
    let runs = addRun([first], next(first, 'de'));
    expect(outline(runs)).toEqual(['|a-e abcde']);
    runs = addRun(runs, next(runs[0], 'f', false));
    expect(outline(runs)).toEqual(['|a-f abcdef|']);
  });

  it('grow by several pages at once', () => {
    const second = next(first, 'de');
    const third = next(second, 'fg', false);
    expect(outline(addRun([first], joinPages(second, third)))).toEqual(['|a-g abcdefg|']);
    expect(outline(addRun([first], joinPages(second)))).toEqual(['|a-e abcde']);
  });

  it('end where the server finds nothing more', () => {
    expect(outline(addRun([first], next(first, '', false)))).toEqual(['|a-c abc|']);
  });

  it('grow backward until they meet', () => {
    let runs = addRun([first], around);
    runs = addRun(runs, previous(runs[1], 'gf'));
    expect(outline(runs)).toEqual(['|a-c abc', 'f-k fghijk']);
    runs = addRun(runs, previous(runs[1], 'edcb'));
    expect(outline(runs)).toEqual(['|a-k abcdefghijk']);
  });

  it('meet going forward, too', () => {
    const runs = addRun(addRun([first], around), next(first, 'defghi'));
    expect(outline(runs)).toEqual(['|a-k abcdefghijk']);
  });

  it('stay the same if they contain what is added', () => {
    const whole = toFirstRun(page('abcdefghijk', false))!;
    expect(outline(addRun([whole], around))).toEqual(['|a-k abcdefghijk|']);
    expect(outline(addRun([around], whole))).toEqual(['|a-k abcdefghijk|']);
  });

  it('begin with the trace if nothing is before a time', () => {
    expect(outline([toRunAround(page('', false), page('ab', false))!])).toEqual(['|a-b ab|']);
    expect(toFirstRun(page('', false))).toBeNull();
  });
});

describe('combineSpans', () => {
  it('keeps each span once, and knows its run', () => {
    const first = toFirstRun(page('ab'))!;
    const { spans, runOf, isComplete } = combineSpans([first], [aSpan('b'), aSpan('x')]);
    expect(spans.map(({ spanId }) => spanId)).toEqual(['a', 'b', 'x']);
    expect([...runOf.keys()]).toEqual(['id-a', 'id-b']);
    expect(isComplete).toBe(false);
  });
});

describe('findDetached', () => {
  it('names one child of each parent that is not known', () => {
    const spans = ['1', '2', '3', '4'].map((id) => aSpan(id, { parentId: id < '3' ? 'p' : 'q' }));
    expect(findDetached(spans, new Set(['q']))).toEqual(['2']);
  });
});

describe('readRest', () => {
  const first = toFirstRun(page('abc'))!;
  const read = async (pages: string[], loadedCount = 3) => {
    const pending: number[] = [];
    const shown: string[] = [];
    const reading = readRest(first, loadedCount, {
      readNext: async (last) => {
        const ids = pages.shift();
        if (ids === undefined) throw new Error('The server is gone.');
        return next(last, ids, pages.length > 0 || ids.length > 1);
      },
      onPending: (count) => pending.push(count),
      show: async (run) => void shown.push(...outline([run])),
    });
    return { error: await reading.catch((error: Error) => error.message), pending, shown };
  };

  it('shows pages in steps that grow', async () => {
    const { error, pending, shown } = await read(['de', 'fg', 'hi', 'jk', 'l']);
    expect(error).toBeUndefined();
    expect(shown).toEqual(['c-e cde', 'e-i efghi', 'i-l ijkl|']);
    expect(pending.at(-1)).toBe(0);
  });

  it('shows what was read before a page that cannot be read', async () => {
    const { error, shown } = await read(['de', 'fg'], 100);
    expect(error).toBe('The server is gone.');
    expect(shown).toEqual(['c-g cdefg']);
  });

  it('reads nothing after the end', async () => {
    const shown: SpanRun[] = [];
    await readRest(toFirstRun(page('abc', false)), 3, {
      readNext: async () => null,
      onPending: () => undefined,
      show: async (run) => void shown.push(run),
    });
    expect(shown).toEqual([]);
  });
});
