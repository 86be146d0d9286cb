import { describeError } from '../../../lib/errors/server-errors.js';
import type { Outcome, Previous, Setting } from './set-annotations.js';

/** An annotation that could not be set, and why. */
export interface FailedSetting {
  setting: Setting;
  message: string;
}

/** The number of annotations in a request. The server accepts 1,000. */
const BATCH = 200;

/**
 * Sets annotations in batches, and reports how many are done. If a request fails, sends no more.
 */
export async function setInBatches(
  settings: readonly Setting[],
  send: (batch: readonly Setting[]) => Promise<Outcome>,
  onProgress: (done: number) => void = () => undefined,
): Promise<{ previous: Previous[]; failed: FailedSetting[] }> {
  const previous: Previous[] = [];
  const failed: FailedSetting[] = [];
  for (let from = 0; from < settings.length; from += BATCH) {
    const batch = settings.slice(from, from + BATCH);
    try {
      const outcome = await send(batch);
      previous.push(...outcome.previous);
      failed.push(...outcome.failures.flatMap((failure) => toFailed(batch, failure)));
    } catch (error) {
      const message = describeError(error).detail;
      failed.push(...settings.slice(from).map((setting) => ({ setting, message })));
      return { previous, failed };
    }
    onProgress(from + batch.length);
  }
  return { previous, failed };
}

function toFailed(
  batch: readonly Setting[],
  { targetId, name, message }: Outcome['failures'][number],
): FailedSetting[] {
  const setting = batch.find((item) => item.targetId === targetId && item.name === name);
  return setting ? [{ setting, message }] : [];
}
