import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type pg from 'pg';
import { isTransient, isUnreachable } from '../../kernel/errors/database-errors.js';
import { IndexedBlock } from './index-blocks.js';
import {
  type BlockKey,
  type IndexedSpan,
  keyOf,
  readBlocks,
  type SizedBlock,
} from './span-indexer.queries.js';
import type { TermThread } from './term-thread.js';
import { EVERYTHING } from './terms.js';

/** Finding the terms of more text keeps requests waiting. */
const MAX_HERE = 128 * 1024;

/** Of text, which is read and sent to the thread at a time. A single span may have more. */
const PORTION = 2 * 1024 * 1024;

/** An error that names the block that cannot be indexed. */
export class BlockFailure extends Error {
  override readonly name = 'BlockFailure';

  constructor(
    readonly key: BlockKey,
    cause: unknown,
  ) {
    super('The terms of a block could not be found.', { cause });
  }
}

/**
 * Finds the terms of blocks, those of large ones in another thread. Returns those of each, in ascending order.
 * @param failed those with a failed parent.
 * @throws BlockFailure if it is a block that fails, and not the database.
 */
export async function collectTerms(
  client: pg.ClientBase,
  blocks: readonly SizedBlock[],
  failed: ReadonlySet<string>,
  thread: TermThread,
): Promise<Int32Array[]> {
  const small = blocks.filter(({ hasLargeSpan, bytes }) => !hasLargeSpan && bytes <= PORTION);
  const spans = Map.groupBy(await readBlocks(client, small), keyOf);
  const terms: Int32Array[] = [];
  for (const block of blocks) {
    const isRead = block.bytes <= PORTION;
    const portions = isRead ? [spans.get(keyOf(block)) ?? []] : readPortions(client, block);
    terms.push(await collect(block, portions, failed.has(keyOf(block)), thread));
    await yieldToRequests();
  }
  return terms;
}

async function collect(
  block: SizedBlock,
  portions: Iterable<IndexedSpan[]> | AsyncIterable<IndexedSpan[]>,
  hasFailedParent: boolean,
  thread: TermThread,
): Promise<Int32Array> {
  if (block.hasLargeSpan) return Int32Array.of(EVERYTHING);
  const collector = block.bytes <= MAX_HERE ? new IndexedBlock() : thread;
  try {
    for await (const spans of portions) await collector.add(spans);
    return await collector.list(hasFailedParent);
  } catch (error) {
    await thread.stop();
    throw isTransient(error) || isUnreachable(error) ? error : new BlockFailure(block, error);
  }
}

async function* readPortions(
  client: pg.ClientBase,
  block: SizedBlock,
): AsyncGenerator<IndexedSpan[]> {
  let [ids, bytes]: [number[], number] = [[], 0];
  for (const span of block.spans) {
    if (ids.length > 0 && bytes + span.bytes > PORTION) {
      yield readBlocks(client, [block], ids);
      [ids, bytes] = [[], 0];
    }
    ids.push(span.id);
    bytes += span.bytes;
  }
  yield readBlocks(client, [block], ids);
}
