import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { announceAnnotationChange } from '../../../components/annotations/annotation-changes.js';
import { RequestError } from '../../../lib/data/request-error.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { getOwnIdentifier, isOf, read, useJudgmentWrites } from './judgment-cache.js';
import { DocumentJudgmentsQuery, type Judgment, JudgmentsQuery } from './judgments.js';
import {
  discardUnsaved,
  listUnsaved,
  saveUnsaved,
  subscribeToUnsaved,
  toKey,
  type UnsavedValue,
} from './unsaved-values.js';
import {
  addNote,
  type AnyTarget,
  deleteNote,
  NO_VALUE,
  type Target,
  type Value,
} from './write-judgment.js';

export type { Target, TargetKind, Value } from './write-judgment.js';

const UNDO_MS = 10_000;

/** The last change, and how to take it back. */
interface Undo {
  targetId: string | undefined;
  /** The name of the annotation, or “note”. */
  name: string;
  /** The fields that changed. */
  part: string;
  value: Value;
  run: (value: Value) => void;
}

/** Why a note could not be saved or deleted. */
interface NoteFailure {
  what: 'saved' | 'deleted';
  error: RequestError;
}

/** Reads the annotations of a target, and saves the values that the viewer gives it. */
export function useValues(target: AnyTarget | undefined) {
  const { viewer, can, canOnServer } = useViewer();
  const id = target?.id ?? '';
  const enabled = target !== undefined;
  const isDocument = target?.kind === 'document';
  const plain = useGraphqlQuery(JudgmentsQuery, { id }, { enabled: enabled && !isDocument });
  const ofDocuments = useGraphqlQuery(
    DocumentJudgmentsQuery,
    { id },
    { enabled: enabled && isDocument },
  );
  const { data, error, reload } = isDocument ? ofDocuments : plain;
  const unsaved = useSyncExternalStore(subscribeToUnsaved, listUnsaved);
  const writes = useJudgmentWrites();
  const [savedAt, setSavedAt] = useState<string>();

  const node = enabled ? data?.node : undefined;
  const rows: readonly Judgment[] | undefined =
    node && 'annotations' in node ? node.annotations : undefined;
  const annotations = rows?.filter((row) => row.name !== 'note' && (!target || isOf(target, row)));
  const identifier = getOwnIdentifier(viewer?.id);
  const isOwn = (row: Judgment) => row.identifier === identifier;

  const send = async (item: UnsavedValue) => {
    if (await saveUnsaved(item, writes.save)) setSavedAt(item.target.id);
  };
  const getValue = (name: string): Value => {
    const known =
      (target && listUnsaved().get(toKey(target, name))?.value) ??
      annotations?.find((row) => row.name === name && isOwn(row)) ??
      NO_VALUE;
    const { label, score, explanation } = known;
    return { label, score, explanation };
  };
  return {
    isLoaded: rows !== undefined,
    /** Why the annotations are not known; `isMissing` if the target does not exist. */
    error,
    isMissing: node !== undefined && rows === undefined,
    reload,
    rows: rows ?? [],
    annotations: annotations ?? [],
    isOwn,
    /** Whether the viewer may change an annotation or a note. */
    mayChange: (row: Judgment) =>
      canOnServer.administer || (can.write && row.user !== null && row.user.id === viewer?.id),
    getValue,
    /** The value of a name if it could not be saved. */
    getFailed: (name: string) => {
      const item = target && unsaved.get(toKey(target, name));
      return item?.failure ? item : undefined;
    },
    /** The values that could not be saved, including those of other targets. */
    failed: [...unsaved.values()].filter(({ failure }) => failure !== undefined),
    isSaving: [...unsaved.values()].some(({ failure }) => failure === undefined),
    hasSaved: savedAt !== undefined && savedAt === target?.id,
    /** Changes some fields of the viewer's value. */
    save: (name: string, part: Partial<Value>) => {
      if (target) void send({ target, name, value: { ...getValue(name), ...part } });
    },
    /** Saves a value again that could not be saved. */
    retry: (item: UnsavedValue) => void send(item),
    discard: (item: UnsavedValue) => discardUnsaved(item.target, item.name),
  } as const;
}

/** Reads and saves the annotations and notes of a target, and undoes the last change. */
export function useJudgments(target: Target | undefined) {
  const client = useQueryClient();
  const values = useValues(target);
  const [undo, setUndo] = useState<Undo>();
  const [isSending, setIsSending] = useState(false);
  const [noteFailure, setNoteFailure] = useState<NoteFailure & { id: string }>();

  useEffect(() => {
    if (!undo) return undefined;
    const timer = setTimeout(() => setUndo(undefined), UNDO_MS);
    return () => clearTimeout(timer);
  }, [undo]);

  const changeNotes = async (
    at: Target,
    what: NoteFailure['what'],
    work: () => Promise<unknown>,
  ): Promise<boolean> => {
    setIsSending(true);
    setNoteFailure(undefined);
    try {
      await work();
      announceAnnotationChange();
      return true;
    } catch (error) {
      setNoteFailure({ id: at.id, what, error: RequestError.from(error) });
      return false;
    } finally {
      await read(client, at).catch(() => undefined);
      setIsSending(false);
    }
  };

  const { getValue, save, rows, annotations, isOwn } = values;
  const failure = noteFailure?.id === target?.id ? noteFailure : undefined;
  return {
    ...values,
    notes: rows.filter(({ name }) => name === 'note'),
    others: annotations.filter((row) => !isOwn(row)),
    own: annotations.filter(isOwn),
    save: (name: string, part: Partial<Value>) => {
      const changed = Object.keys(part).join();
      // Undo restores what was there before somebody began to type.
      const isTyping =
        changed === 'explanation' &&
        undo?.targetId === target?.id &&
        undo?.name === name &&
        undo.part === changed;
      const value = isTyping ? undo.value : getValue(name);
      setUndo({
        targetId: target?.id,
        name,
        part: changed,
        value,
        run: (before) => save(name, before),
      });
      save(name, part);
    },
    undo: undo
      ? () => {
          undo.run(undo.value);
          setUndo(undefined);
        }
      : undefined,
    undoneName: undo?.name,
    state:
      values.isSaving || isSending
        ? 'saving'
        : failure || values.failed.some((item) => item.target.id === target?.id)
          ? 'failed'
          : values.hasSaved
            ? 'saved'
            : 'idle',
    /** Why a note could not be added or deleted. */
    noteFailure: failure,
    addNote: async (note: string) => {
      if (!target) return false;
      return changeNotes(target, 'saved', () => addNote(target, note));
    },
    deleteNote: async ({ id, explanation }: Judgment) => {
      if (!target) return;
      const text = explanation ?? '';
      if (!(await changeNotes(target, 'deleted', () => deleteNote(target, id)))) return;
      const run = () => void changeNotes(target, 'saved', () => addNote(target, text));
      setUndo({ targetId: target.id, name: 'note', part: 'deletion', value: NO_VALUE, run });
    },
  } as const;
}

export type Judgments = ReturnType<typeof useJudgments>;
