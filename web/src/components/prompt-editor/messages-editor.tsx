import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { TemplateReading } from './template-reading.js';
import { type MessageDraft, moveMessage, createMessage } from './message-draft.js';
import { MessageEditor } from './message-editor.js';
import classes from './messages-editor.module.css';

interface MessagesEditorProps {
  messages: readonly MessageDraft[];
  /** The problems of messages, by their index. */
  problems: TemplateReading['problems'];
  /** Whether files can be attached; see `MessageEditor`. */
  canAttach?: boolean;
  onChange: (messages: MessageDraft[]) => void;
}

/** An editor for the messages of a prompt; everything can be done with the keyboard. */
export function MessagesEditor(props: MessagesEditorProps) {
  const { messages, problems, canAttach = false, onChange } = props;
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<number>(undefined);
  // Focuses a message that was moved or added, or the neighbor of one that was removed.
  useEffect(() => {
    if (wanted.current === undefined) return;
    const message = list.current?.querySelector(`[data-message="${wanted.current}"]`);
    message?.querySelector<HTMLElement>('textarea, input, [contenteditable]')?.focus();
    wanted.current = undefined;
  });

  const add = () => {
    const last = messages.at(-1);
    const message = createMessage(last?.role === 'USER' ? 'AI' : 'USER');
    wanted.current = message.key;
    onChange([...messages, message]);
  };
  const remove = (place: number) => {
    wanted.current = (messages[place + 1] ?? messages[place - 1])?.key;
    onChange(messages.filter((_, index) => index !== place));
  };
  return (
    <>
      <ol className={classes.list} ref={list} aria-label="Messages">
        {messages.map((message, index) => (
          <MessageEditor
            key={message.key}
            message={message}
            place={index + 1}
            isFirst={index === 0}
            isLast={index === messages.length - 1}
            problem={problems.find((problem) => problem.index === index)?.message}
            canAttach={canAttach}
            onChange={(changed) =>
              onChange(messages.map((old) => (old.key === changed.key ? changed : old)))
            }
            onMove={(by) => {
              wanted.current = message.key;
              onChange(moveMessage(messages, message.key, by));
            }}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <Button
        variant="default"
        className={classes.add}
        leftSection={<Plus size={15} aria-hidden />}
        onClick={add}
      >
        Add message
      </Button>
    </>
  );
}
