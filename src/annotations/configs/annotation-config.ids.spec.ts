import { toGlobalId } from '../../kernel/ids/global-id.js';
import {
  findConfigRowId,
  parseConfigCursor,
  requireConfigRowId,
  requireConfigRowIds,
  toConfigId,
} from './annotation-config.ids.js';

const IDS = [
  toGlobalId('CategoricalAnnotationConfig', 7),
  toGlobalId('ContinuousAnnotationConfig', 7),
  toGlobalId('FreeformAnnotationConfig', 7),
];
const SPAN = toGlobalId('Span', 7);

describe('IDs of annotation configs', () => {
  it('contain the type of the config', () => {
    expect(toConfigId({ type: 'CATEGORICAL', id: 7 })).toBe(IDS[0]);
    expect(toConfigId({ type: 'CONTINUOUS', id: 7 })).toBe(IDS[1]);
    expect(toConfigId({ type: 'FREEFORM', id: 7 })).toBe(IDS[2]);
  });

  it('are accepted whatever type they contain', () => {
    expect(IDS.map(findConfigRowId)).toEqual([7, 7, 7]);
    expect(IDS.map(requireConfigRowId)).toEqual([7, 7, 7]);
    expect(IDS.map(parseConfigCursor)).toEqual([7, 7, 7]);
    expect(requireConfigRowIds(IDS)).toEqual([7]);
  });

  it.each(['', 'quality', SPAN, IDS[0]!.slice(1)])('are not %j', (text) => {
    expect(findConfigRowId(text)).toBeNull();
    expect(() => requireConfigRowIds([IDS[0]!, text])).toThrow(
      expect.objectContaining({ status: 422 }),
    );
  });

  it('distinguish the ID of something else from other text', () => {
    expect(() => requireConfigRowId(SPAN)).toThrow(expect.objectContaining({ status: 400 }));
    expect(() => requireConfigRowId('quality')).toThrow(expect.objectContaining({ status: 422 }));
  });

  it('are the only cursors', () => {
    expect(parseConfigCursor(undefined)).toBeNull();
    expect(parseConfigCursor('')).toBeNull();
    for (const text of ['quality', SPAN]) {
      expect(() => parseConfigCursor(text)).toThrow(
        expect.objectContaining({ status: 400, message: `Invalid cursor: ${text}` }),
      );
    }
  });
});
