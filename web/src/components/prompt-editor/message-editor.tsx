import { notifications } from '@mantine/notifications';
import { ActionIcon, Box, Button, FileButton, NativeSelect, Tooltip } from '@mantine/core';
import { ArrowDown, ArrowUp, Paperclip, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import {
  type AttachedFile,
  createFilePart,
  createPart,
  type MessageDraft,
  type MessageRole,
  type PartDraft,
} from './message-draft.js';
import classes from './message-editor.module.css';
import { PartEditor } from './part-editor.js';
import { getRoleColor, MESSAGE_ROLES } from './role-mark.js';
import { IconButton } from '../buttons/icon-button.js';

interface MessageEditorProps {
  message: MessageDraft;
  /** From 1. */
  place: number;
  isFirst: boolean;
  isLast: boolean;
  /** An error message if the message cannot be rendered. */
  problem: string | undefined;
  /** Whether files can be attached. Prompts do not store them. */
  canAttach: boolean;
  onChange: (message: MessageDraft) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** An editor for one message; `Alt ↑` and `Alt ↓` move it. */
export function MessageEditor(props: MessageEditorProps) {
  const { message, place, problem, canAttach, onChange, onMove } = props;
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
          canAttach={canAttach}
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
        <IconButton label={`Remove message ${place}`} hint="Remove" onClick={onRemove}>
          <Trash2 size={15} aria-hidden />
        </IconButton>
      </span>
    </div>
  );
}

/** The other parts that a message with a given role can contain. */
const MORE: Record<MessageRole, [kind: 'call' | 'result', label: string][]> = {
  SYSTEM: [],
  USER: [],
  AI: [['call', 'Add tool call']],
  TOOL: [['result', 'Add result']],
};

interface MorePartsProps {
  role: MessageRole;
  canAttach: boolean;
  onAdd: (part: PartDraft) => void;
}

function MoreParts({ role, canAttach, onAdd }: MorePartsProps) {
  const latest = useRef(onAdd);
  useEffect(() => {
    latest.current = onAdd;
  });
  const attach = async (file: File | null) => {
    if (!file) return;
    try {
      const part = createFilePart(await readAttachedFile(file));
      // The message may have been edited in the meantime.
      latest.current(part);
    } catch (error) {
      notifications.show({ color: 'red', message: (error as Error).message });
    }
  };
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
      {canAttach && role === 'USER' ? (
        <FileButton accept={ATTACHABLE} onChange={(file) => void attach(file)}>
          {(button) => (
            <Button
              {...button}
              variant="subtle"
              color="gray"
              size="compact-xs"
              leftSection={<Paperclip size={13} aria-hidden />}
            >
              Attach file
            </Button>
          )}
        </FileButton>
      ) : null}
    </div>
  );
}

/** The types that every provider accepts in some models. */
const ATTACHABLE = 'image/png,image/jpeg,image/gif,image/webp,application/pdf';

/** The server accepts messages of 32 MiB, and base64 makes files a third longer. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** Reads a file that the user chose. @throws Error with words for the user. */
function readAttachedFile(file: File): Promise<AttachedFile> {
  return new Promise((resolve, reject) => {
    if (file.size > MAX_FILE_BYTES) {
      reject(new Error(`${file.name} is larger than 20 MiB. Attach a smaller file.`));
      return;
    }
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve({ url: reader.result as string, mediaType: file.type, name: file.name }),
    );
    reader.addEventListener('error', () =>
      reject(new Error(`${file.name} could not be read. Choose it again.`)),
    );
    reader.readAsDataURL(file);
  });
}
