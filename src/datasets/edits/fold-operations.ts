import { ConflictError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { DATASET_EXAMPLE_TYPE } from '../examples/dataset-example.entity.js';
import type { ExampleContent } from '../merging/content-hash.js';
import { badInput, type GivenContent, readContent } from './given-content.js';

/** One change of a dataset. Examples are named by their row IDs. */
export type ExampleOperation =
  | { kind: 'add'; value: GivenContent & { externalId?: string | null } }
  | { kind: 'replace'; id: number; field: keyof ExampleContent; value: unknown }
  | { kind: 'remove'; id: number };

/** The combined effect of a list of operations. Each example is in at most one of the three. */
export interface FoldedOperations {
  /** The new parts of examples, by row ID. */
  patches: ReadonlyMap<number, Partial<ExampleContent>>;
  removals: readonly number[];
  additions: readonly { content: ExampleContent; externalId: string | null }[];
}

/**
 * Applies operations in their order, so that each sees those before it. The last replacement of a part counts, and a
 * removal takes the replacements along. If an example is removed and another one added with its external ID, it
 * is that example with other content, because an external ID always belongs to the same example.
 * @param externalIds of the examples that operations name, by row ID.
 * @throws DomainError BAD_USER_INPUT for content that cannot be stored, and if an operation names an example that was
 * removed before.
 * @throws ConflictError if two operations add the same external ID.
 */
export function foldOperations(
  operations: readonly ExampleOperation[],
  externalIds: ReadonlyMap<number, string | null>,
): FoldedOperations {
  const patches = new Map<number, Partial<ExampleContent>>();
  const removed = new Set<number>();
  /** External IDs of removed examples. */
  const freed = new Map<string, number>();
  const returned = new Set<number>();
  const additions: FoldedOperations['additions'][number][] = [];
  const added = new Set<string>();
  operations.forEach((operation, at) => {
    const subject = `operation ${at + 1}`;
    if (operation.kind === 'add') {
      const { externalId: given, ...parts } = operation.value;
      const externalId = given || null;
      const content = { input: {}, output: {}, metadata: {}, ...readContent(parts, subject) };
      if (externalId !== null) {
        if (added.has(externalId)) {
          throw new ConflictError(`Two examples have the ID "${externalId}".`);
        }
        added.add(externalId);
      }
      const id = externalId === null ? undefined : freed.get(externalId);
      if (id === undefined) additions.push({ content, externalId });
      else {
        patches.set(id, content);
        returned.add(id);
      }
      return;
    }
    const { id } = operation;
    if (removed.has(id)) {
      throw badInput(
        `${subject}: Example "${toGlobalId(DATASET_EXAMPLE_TYPE, id)}" has been removed by an earlier operation.`,
      );
    }
    if (operation.kind === 'remove') {
      removed.add(id);
      patches.delete(id);
      const externalId = externalIds.get(id);
      if (externalId) freed.set(externalId, id);
    } else {
      patches.set(id, { ...patches.get(id), ...readPart(operation, subject) });
    }
  });
  return { patches, removals: [...removed].filter((id) => !returned.has(id)), additions };
}

function readPart(
  { field, value }: ExampleOperation & { kind: 'replace' },
  subject: string,
): Partial<ExampleContent> {
  if (value === null || value === undefined)
    throw badInput(`${subject}: ${field} must be an object.`);
  return readContent({ [field]: value }, subject);
}
