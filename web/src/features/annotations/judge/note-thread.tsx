import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { describeAuthor } from './judgment-list.js';
import type { Judgments } from './use-judgments.js';
import classes from './judge-panel.module.css';

/** Notes that are not saved yet, by place. They survive a look at another row. */
const drafts = new Map<string, string>();

interface NoteThreadProps {
  /** Changes with the target. */
  place: string;
  judgments: Judgments;
  readOnly: boolean;
}

/** The notes about a target, oldest first, and a field for another one. */
export function NoteThread({ place, judgments, readOnly }: NoteThreadProps) {
  const [draft, setDraft] = useState(drafts.get(place) ?? '');
  const changeDraft = (text: string) => {
    setDraft(text);
    if (text.trim()) drafts.set(place, text);
    else drafts.delete(place);
  };
  const [isSending, setIsSending] = useState(false);
  const notes = judgments.notes.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  const add = async () => {
    if (!draft.trim() || isSending) return;
    setIsSending(true);
    // A note that is refused stays in the field.
    if (await judgments.addNote(draft.trim())) changeDraft('');
    setIsSending(false);
  };
  return (
    <>
      <h4 className={classes.section}>Notes</h4>
      {notes.length > 0 ? (
        <ul className={classes.list} aria-label="Notes">
          {notes.map((note) => (
            <li key={note.id}>
              <div className={classes.line}>
                <span className={classes.hint}>
                  {describeAuthor(note.user)} <RelativeTime time={note.createdAt} />
                </span>
                {judgments.mayChange(note) ? (
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    color="gray"
                    onClick={() => void judgments.deleteNote(note)}
                  >
                    Delete note
                  </Button>
                ) : null}
              </div>
              <p className={classes.text} dir="auto">
                {note.explanation}
              </p>
            </li>
          ))}
        </ul>
      ) : null}
      {readOnly && notes.length === 0 ? <p className={classes.hint}>No notes</p> : null}
      {readOnly ? null : (
        <Textarea
          size="sm"
          autosize
          minRows={1}
          maxRows={8}
          aria-label="New note"
          placeholder="Add a note (Enter to save)"
          data-note-focus
          value={draft}
          onChange={(event) => changeDraft(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void add();
          }}
        />
      )}
    </>
  );
}
