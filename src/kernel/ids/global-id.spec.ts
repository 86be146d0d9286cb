import fc from 'fast-check';
import { NotFoundError, UnprocessableError } from '../errors/errors.js';
import {
  findableRowIdInPath,
  parseCursor,
  parseGlobalId,
  parseKeyedGlobalId,
  requireRowId,
  rowIdInPath,
  findRowId,
  toGlobalId,
} from './global-id.js';

describe('global IDs', () => {
  it('are base64 of TypeName:rowid', () => {
    expect(toGlobalId('Project', 7)).toBe('UHJvamVjdDo3');
    expect(toGlobalId('Trace', 7)).toBe('VHJhY2U6Nw==');
    expect(parseGlobalId('VHJhY2U6Nw==')).toEqual({ type: 'Trace', id: 7 });
  });

  it('survive a round trip', () => {
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

  it('need their padding, so that a plain name is not mistaken for one', () => {
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

  it('stay in order even beyond all row IDs', () => {
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

  it('are valid only for their own type', () => {
    expect(findRowId(toGlobalId('Trace', 7), 'Trace')).toBe(7);
    expect(findRowId(toGlobalId('Span', 7), 'Trace')).toBeNull();
  });

  it('are refused with the name of the expected type', () => {
    expect(() => requireRowId('x', 'Dataset')).toThrow('"x" is not the ID of a Dataset.');
    const run = toGlobalId('ExperimentRun', 1);
    expect(() => requireRowId(run, 'Experiment')).toThrow(
      `"${run}" is not the ID of an Experiment.`,
    );
  });

  it('refuses global IDs of another type in paths as the API contract requires', () => {
    const run = toGlobalId('ExperimentRun', 1);
    const message = `"${run}" is the ID of an ExperimentRun, not of a User.`;
    expect(() => rowIdInPath(run, 'User')).toThrow(new UnprocessableError(message));
    expect(() => findableRowIdInPath(run, 'User')).toThrow(new NotFoundError(message));
    expect(() => rowIdInPath('x', 'User')).toThrow(UnprocessableError);
    expect(() => findableRowIdInPath('x', 'User')).toThrow(UnprocessableError);
  });
});

describe('global IDs of rows with a string key', () => {
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

  it('refuses a text that is not a global ID', () => {
    expect(() => parseCursor('nope')).toThrow(UnprocessableError);
  });
});
