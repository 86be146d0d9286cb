import { ActionIcon, TextInput } from '@mantine/core';
import { FileText, X } from 'lucide-react';
import { JsonEditor } from '../json-editor/json-editor.js';
import { SafeImage } from '../text/safe-image.js';
import type { PartDraft } from './message-draft.js';
import classes from './message-editor.module.css';
import { TemplateTextarea } from './template-textarea.js';

interface PartEditorProps {
  part: PartDraft;
  label: string;
  problem: string | undefined;
  onChange: (part: PartDraft) => void;
  /** Absent for the only part of a message. */
  onRemove: (() => void) | undefined;
}

/** An editor for a part of a message. */
export function PartEditor({ part, label, problem, onChange, onRemove }: PartEditorProps) {
  if (part.kind === 'file') {
    return (
      <div className={classes.part}>
        <div>
          {part.mediaType.startsWith('image/') ? (
            <SafeImage url={part.url} alt={part.name ?? 'attached image'} />
          ) : (
            <span className={classes.file}>
              <FileText size={15} aria-hidden /> {part.name ?? part.mediaType}
            </span>
          )}
        </div>
        <RemovePart what={`the file beside ${label.toLowerCase()}`} onRemove={onRemove} />
      </div>
    );
  }
  if (part.kind === 'text') {
    return (
      <div className={classes.part}>
        <TemplateTextarea
          label={label}
          className={classes.text}
          value={part.text}
          error={problem}
          onChange={(text) => onChange({ ...part, text })}
        />
        <RemovePart what={label.toLowerCase()} onRemove={onRemove} />
      </div>
    );
  }
  return (
    <div className={classes.part}>
      <div className={classes.tool}>
        <div className={classes.fields}>
          {part.kind === 'call' ? (
            <TextInput
              label="Tool to call"
              size="xs"
              spellCheck={false}
              autoComplete="off"
              value={part.name}
              onChange={(event) => onChange({ ...part, name: event.currentTarget.value })}
            />
          ) : null}
          <TextInput
            label="Call ID"
            size="xs"
            spellCheck={false}
            autoComplete="off"
            value={part.id}
            onChange={(event) => onChange({ ...part, id: event.currentTarget.value })}
          />
        </div>
        {part.kind === 'call' ? (
          <JsonEditor
            label="Arguments"
            minLines={2}
            value={part.arguments}
            onChange={(text) => onChange({ ...part, arguments: text })}
          />
        ) : (
          <JsonEditor
            label="Result"
            description="JSON. Enclose strings in double quotes."
            minLines={2}
            value={part.result}
            onChange={(text) => onChange({ ...part, result: text })}
          />
        )}
      </div>
      <RemovePart what={`the ${part.kind} beside ${label.toLowerCase()}`} onRemove={onRemove} />
    </div>
  );
}

function RemovePart({ what, onRemove }: { what: string; onRemove: (() => void) | undefined }) {
  return onRemove ? (
    <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${what}`} onClick={onRemove}>
      <X size={14} aria-hidden />
    </ActionIcon>
  ) : null;
}
