import { aSpan } from './a-span.js';
import { nextFailed } from './next-failed.js';

describe('nextFailed', () => {
  const spans = [
    aSpan('late', { at: 9, statusCode: 'ERROR' }),
    aSpan('fine', { at: 5 }),
    aSpan('early', { at: 1, statusCode: 'ERROR' }),
  ];

  it('walks the failed spans by start time, and around', () => {
    expect(nextFailed(spans, undefined)?.spanId).toBe('early');
    expect(nextFailed(spans, 'id-fine')?.spanId).toBe('early');
    expect(nextFailed(spans, 'id-early')?.spanId).toBe('late');
    expect(nextFailed(spans, 'id-late')?.spanId).toBe('early');
  });

  it('finds nothing when nothing failed', () => {
    expect(nextFailed([aSpan('fine')], undefined)).toBeUndefined();
  });
});
