import type { Setting } from './set-annotations.js';
import { setInBatches } from './set-in-batches.js';

describe('setting annotations in batches', () => {
  it('sends 200 at a time, and reports progress', async () => {
    const sizes: number[] = [];
    const progress: number[] = [];
    const { previous, failed } = await setInBatches(
      settings(450),
      (batch) => {
        sizes.push(batch.length);
        return Promise.resolve({ previous: batch.map(toPrevious), failures: [] });
      },
      (done) => progress.push(done),
    );
    expect(sizes).toEqual([200, 200, 50]);
    expect(progress).toEqual([200, 400, 450]);
    expect([previous.length, failed.length]).toEqual([450, 0]);
  });

  it('continues after annotations that could not be set', async () => {
    const [first] = settings(1);
    const { previous, failed } = await setInBatches(settings(201), (batch) =>
      Promise.resolve({
        previous: batch.slice(1).map(toPrevious),
        failures: batch[0] ? [{ ...batch[0], message: 'Gone.' }] : [],
      }),
    );
    expect(previous).toHaveLength(199);
    expect(failed).toEqual([
      { setting: first, message: 'Gone.' },
      { setting: expect.objectContaining({ targetId: 'span 200' }), message: 'Gone.' },
    ]);
  });

  it('stops after a failed request, and returns all that were not set', async () => {
    let requests = 0;
    const { previous, failed } = await setInBatches(settings(500), (batch) => {
      requests++;
      if (requests === 2) return Promise.reject(new Error('offline'));
      return Promise.resolve({ previous: batch.map(toPrevious), failures: [] });
    });
    expect(requests).toBe(2);
    expect([previous.length, failed.length]).toEqual([200, 300]);
  });
});

function settings(count: number): Setting[] {
  return Array.from({ length: count }, (_, index) => ({
    targetId: `span ${index}`,
    name: 'quality',
    label: 'good',
    score: null,
    explanation: null,
  }));
}

function toPrevious({ targetId, name }: Setting) {
  return {
    targetId,
    name,
    annotatorKind: 'HUMAN' as const,
    label: null,
    score: null,
    explanation: null,
    metadata: {},
  };
}
