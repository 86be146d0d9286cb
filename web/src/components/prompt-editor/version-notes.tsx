import { TextInput } from '@mantine/core';
import { JsonEditor } from '../json-editor/json-editor.js';
import type { VersionDraft } from './version-draft.js';

/** The notes of the author about a version, as typed. */
export type VersionNotesDraft = Pick<VersionDraft, 'note' | 'tags' | 'metadata'>;

interface VersionNotesProps {
  draft: VersionNotesDraft;
  /** Whether the dialog around the fields focuses the first one. */
  isFirst?: boolean;
  onChange: (part: Partial<VersionNotesDraft>) => void;
}

/** The note, the tags and the metadata of a new version. */
export function VersionNotes({ draft, isFirst = false, onChange }: VersionNotesProps) {
  return (
    <>
      <TextInput
        label="Note"
        description="What changed in this version."
        autoComplete="off"
        data-autofocus={isFirst || undefined}
        value={draft.note}
        onChange={({ currentTarget }) => onChange({ note: currentTarget.value })}
      />
      <TextInput
        label="Tags"
        description="Comma-separated tags that point to this version, such as production."
        autoComplete="off"
        spellCheck={false}
        value={draft.tags}
        onChange={({ currentTarget }) => onChange({ tags: currentTarget.value })}
      />
      <JsonEditor
        label="Version metadata"
        description="An optional JSON object, which programs get with the version."
        minLines={2}
        maxLines={12}
        value={draft.metadata}
        onChange={(metadata) => onChange({ metadata })}
      />
    </>
  );
}
