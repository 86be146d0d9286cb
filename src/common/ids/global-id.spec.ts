import fc from 'fast-check';
import { NotFoundError, UnprocessableError } from '../errors/errors.js';
import {
  findableRowIdInPath,
  parseCursor,
  parseGlobalId,
  parseKeyedGlobalId,
  requireRowId,
  rowIdInPath,
  rowIdOf,
  toGlobalId,
} from './global-id.js';

describe('global ids', () => {
  it('are base64 of TypeName:rowid', () => {
    expect(toGlobalId('Project', 7)).toBe('UHJvamVjdDo3');
    expect(toGlobalId('Trace', 7)).toBe('VHJhY2U6Nw==');
    expect(parseGlobalId('VHJhY2U6Nw==')).toEqual({ type: 'Trace', id: 7 });
  });

  it('come back as they went out', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Span', 'Trace', 'Project'),
        fc.integer({ min: 1 }),
        (type, id) => {
          expect(parseGlobalId(toGlobalId(type, id))).toEqual({ type, id });
        },
      ),
    );
  });

  it('need their padding, so that a plain name is not taken for one', () => {
    expect(parseGlobalId('VHJhY2U6Nw')).toBeNull();
  });

  it.each([
    '',
    'default',
    'Project:7',
    Buffer.from('Project').toString('base64'),
    Buffer.from('Project:x').toString('base64'),
    '====',
    '\u0000',
  ])('are not %j', (text) => {
    expect(parseGlobalId(text)).toBeNull();
  });

  it('stay in order when no row can have them', () => {
    const id = (digits: string) => Buffer.from(`Span:${digits}`).toString('base64');
    expect(parseCursor(id('9'.repeat(30)))).toBe(Number.MAX_SAFE_INTEGER);
    expect(parseCursor(id(`-${'9'.repeat(30)}`))).toBe(-Number.MAX_SAFE_INTEGER);
  });

  it('never throw', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseGlobalId(text);
        expect(parsed === null || Number.isSafeInteger(parsed.id)).toBe(true);
      }),
    );
  });

  it('count only with their own type', () => {
    expect(rowIdOf(toGlobalId('Trace', 7), 'Trace')).toBe(7);
    expect(rowIdOf(toGlobalId('Span', 7), 'Trace')).toBeNull();
  });

  it('are refused by the name of the type that was expected', () => {
    expect(() => requireRowId('x', 'Dataset')).toThrow('Not the id of a Dataset: x');
    const run = toGlobalId('ExperimentRun', 1);
    expect(() => requireRowId(run, 'Experiment')).toThrow(`Not the id of an Experiment: ${run}`);
  });

  it('of another type are refused in the path as the contract of the endpoint demands', () => {
    const run = toGlobalId('ExperimentRun', 1);
    const message = `The id ${run} refers to an ExperimentRun, not to a User.`;
    expect(() => rowIdInPath(run, 'User')).toThrow(new UnprocessableError(message));
    expect(() => findableRowIdInPath(run, 'User')).toThrow(new NotFoundError(message));
    expect(() => rowIdInPath('x', 'User')).toThrow(UnprocessableError);
    expect(() => findableRowIdInPath('x', 'User')).toThrow(UnprocessableError);
  });
});

describe('global ids of rows with a text for a key', () => {
  it.each(['OPENAI_API_KEY', 'a:b', '7', ''])('are read back: %j', (key) => {
    expect(parseKeyedGlobalId(toGlobalId('Secret', key))).toEqual({ type: 'Secret', key });
  });

  it.each(['', 'nope', 'Secret:A', Buffer.from(':A').toString('base64')])('are not %j', (text) => {
    expect(parseKeyedGlobalId(text)).toBeNull();
  });
});

describe('parseCursor', () => {
  it('ignores an empty cursor', () => {
    expect(parseCursor('')).toBeNull();
    expect(parseCursor(undefined)).toBeNull();
  });

  it('does not compare the type', () => {
    expect(parseCursor(toGlobalId('Anything', 9))).toBe(9);
  });

  it('refuses a text that is not a global id', () => {
    expect(() => parseCursor('nope')).toThrow(UnprocessableError);
  });
});
