import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { announceAnnotationChange } from '../../../components/annotations/annotation-changes.js';
import { getDocumentKey } from '../../../lib/data/query-client.js';
import { RequestError } from '../../../lib/data/request-error.js';
import { buildQueryOptions } from '../../../lib/data/use-graphql-query.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { DocumentJudgmentsQuery, type Judgment, JudgmentsQuery } from './judgments.js';
import { type UnsavedValue } from './unsaved-values.js';
import {
  type AnyTarget,
  changeJudgment,
  deleteJudgment,
  isEmpty,
  saveJudgment,
  type Value,
} from './write-judgment.js';

type CachedNode = { node: { annotations?: readonly Judgment[] } | null };

/**
 * Returns functions that change annotations on the server, and then wherever the page shows them.
 * They throw a RequestError if the server refuses a change.
 */
export function useJudgmentWrites() {
  const client = useQueryClient();
  const { viewer } = useViewer();
  const identifier = getOwnIdentifier(viewer?.id);
  return useMemo(() => {
    const save = async ({ target, name, value }: UnsavedValue) => {
      const find = (rows: readonly Judgment[]) =>
        rows.find((row) => row.name === name && row.identifier === identifier && isOf(target, row));
      const loaded = getCached(client, target);
      const before = find(loaded ?? (await read(client, target)));
      if (isEmpty(value)) {
        if (before) await remove(target, before);
        return;
      }
      const key = { name, identifier };
      let saved: Judgment;
      try {
        saved = await saveJudgment(target, key, value, before);
      } catch (error) {
        const { code } = RequestError.from(error);
        if (code !== 'NOT_FOUND' && code !== 'CONFLICT') throw error;
        // It was deleted or created elsewhere since it was read.
        saved = await saveJudgment(target, key, value, find(await read(client, target)));
      }
      await put(target, saved);
    };
    const change = async (target: AnyTarget, before: Judgment, value: Value) =>
      put(target, await changeJudgment(target.kind, before, value));
    const remove = async (target: AnyTarget, { id }: Judgment) => {
      await deleteJudgment(target.kind, id);
      await update(client, target, (rows) => rows.filter((row) => row.id !== id));
    };
    const put = (target: AnyTarget, saved: Judgment) =>
      update(client, target, (rows) =>
        rows.some(({ id }) => id === saved.id)
          ? rows.map((row) => (row.id === saved.id ? saved : row))
          : [...rows, saved],
      );
    return { save, change, remove };
  }, [client, identifier]);
}

/**
 * The identifier of the viewer's own annotations. Without authentication, all people share one,
 * which programs are unlikely to use.
 */
export function getOwnIdentifier(viewerId: string | undefined): string {
  return viewerId === undefined ? 'app' : `app:${viewerId}`;
}

/** Returns whether an annotation is of a target, if they belong to the same span. */
export function isOf(target: AnyTarget, row: Judgment): boolean {
  if (target.kind !== 'document') return true;
  return 'documentPosition' in row && row.documentPosition === target.position;
}

/** Reads the annotations and notes of a target again. */
export async function read(client: QueryClient, target: AnyTarget): Promise<readonly Judgment[]> {
  await client.cancelQueries({ queryKey: getKey(target) });
  const { id } = target;
  const { node } =
    target.kind === 'document'
      ? await client.fetchQuery({
          ...buildQueryOptions(DocumentJudgmentsQuery, { id }),
          staleTime: 0,
        })
      : await client.fetchQuery({ ...buildQueryOptions(JudgmentsQuery, { id }), staleTime: 0 });
  return node && 'annotations' in node ? node.annotations : [];
}

function getKey({ kind, id }: AnyTarget) {
  const document = kind === 'document' ? DocumentJudgmentsQuery : JudgmentsQuery;
  return [...getDocumentKey(document), { id }];
}

function getCached(client: QueryClient, target: AnyTarget): readonly Judgment[] | undefined {
  return client.getQueryData<CachedNode>(getKey(target))?.node?.annotations;
}

async function update(
  client: QueryClient,
  target: AnyTarget,
  change: (rows: readonly Judgment[]) => readonly Judgment[],
): Promise<void> {
  const queryKey = getKey(target);
  // An answer on its way may be older than the change.
  await client.cancelQueries({ queryKey });
  client.setQueryData<CachedNode>(queryKey, (data) =>
    data?.node?.annotations
      ? { ...data, node: { ...data.node, annotations: change(data.node.annotations) } }
      : data,
  );
  // Only the server knows the metrics.
  if (target.kind === 'document') void client.invalidateQueries({ queryKey });
  announceAnnotationChange();
}
