import { ActionIcon, Box, Button, NativeSelect, Textarea, TextInput, Tooltip } from '@mantine/core';
import { ArrowDown, ArrowUp, Trash2, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { JsonEditor } from '../../../components/json-editor/json-editor.js';
import {
  type MessageDraft,
  type MessageRole,
  createPart,
  type PartDraft,
} from '../draft/message-draft.js';
import classes from './message-editor.module.css';
import { getRoleColor, MESSAGE_ROLES } from './role-mark.js';

interface MessageEditorProps {
  message: MessageDraft;
  /** From 1. */
  place: number;
  isFirst: boolean;
  isLast: boolean;
  /** An error message if the message cannot be rendered. */
  problem: string | undefined;
  onChange: (message: MessageDraft) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** An editor for one message; `Alt ↑` and `Alt ↓` move it. */
export function MessageEditor(props: MessageEditorProps) {
  const { message, place, problem, onChange, onMove } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    onMove(by);
  };
  const setPart = (part: PartDraft) =>
    onChange({
      ...message,
      parts: message.parts.map((old) => (old.key === part.key ? part : old)),
    });
  const removePart = (key: number) =>
    onChange({ ...message, parts: message.parts.filter((part) => part.key !== key) });

  return (
    <li>
      <Box
        role="group"
        aria-label={`Message ${place}`}
        className={classes.card}
        style={{ borderLeftColor: getRoleColor(message.role) }}
        data-message={message.key}
        onKeyDown={onKeyDown}
      >
        <Head {...props} />
        {message.parts.map((part) => (
          <PartEditor
            key={part.key}
            part={part}
            label={`Text of message ${place}`}
            problem={part.kind === 'text' ? problem : undefined}
            onChange={setPart}
            onRemove={message.parts.length > 1 ? () => removePart(part.key) : undefined}
          />
        ))}
        <MoreParts
          role={message.role}
          onAdd={(part) => onChange({ ...message, parts: [...message.parts, part] })}
        />
      </Box>
    </li>
  );
}

function Head(props: MessageEditorProps) {
  const { message, place, isFirst, isLast, onChange, onMove, onRemove } = props;
  return (
    <div className={classes.head}>
      <NativeSelect
        size="xs"
        aria-label={`Role for message ${place}`}
        value={message.role}
        data={MESSAGE_ROLES}
        onChange={(event) =>
          onChange({
            ...message,
            role: event.currentTarget.value as MessageRole,
            roleName: undefined,
          })
        }
      />
      <span className={classes.actions}>
        <Tooltip label="Move up (Alt ↑)">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Move message ${place} up`}
            disabled={isFirst}
            onClick={() => onMove(-1)}
          >
            <ArrowUp size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Move down (Alt ↓)">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Move message ${place} down`}
            disabled={isLast}
            onClick={() => onMove(1)}
          >
            <ArrowDown size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Remove">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove message ${place}`}
            onClick={onRemove}
          >
            <Trash2 size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </span>
    </div>
  );
}

interface PartEditorProps {
  part: PartDraft;
  label: string;
  problem: string | undefined;
  onChange: (part: PartDraft) => void;
  /** Absent for the only part of a message. */
  onRemove: (() => void) | undefined;
}

function PartEditor({ part, label, problem, onChange, onRemove }: PartEditorProps) {
  if (part.kind === 'text') {
    return (
      <div className={classes.part}>
        <Textarea
          aria-label={label}
          autosize
          minRows={3}
          maxRows={30}
          classNames={{ input: classes.text }}
          spellCheck
          dir="auto"
          value={part.text}
          error={problem}
          onChange={(event) => onChange({ ...part, text: event.currentTarget.value })}
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

/** The other parts that a message with a given role can contain. */
const MORE: Record<MessageRole, [kind: PartDraft['kind'], label: string][]> = {
  SYSTEM: [],
  USER: [],
  AI: [['call', 'Add tool call']],
  TOOL: [['result', 'Add result']],
};

function MoreParts(props: { role: MessageRole; onAdd: (part: PartDraft) => void }) {
  const { role, onAdd } = props;
  return (
    <div className={classes.more}>
      {MORE[role].map(([kind, label]) => (
        <Button
          key={kind}
          variant="subtle"
          color="gray"
          size="compact-xs"
          onClick={() => onAdd(createPart(kind))}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
