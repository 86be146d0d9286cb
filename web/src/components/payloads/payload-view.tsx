import { Suspense } from 'react';
import {
  isObject,
  isStructure,
  type Json,
  type JsonObject,
  printExactJson,
} from '../../lib/json/exact-json.js';
import classes from './payload-view.module.css';
import { JsonView } from '../text/json-view.js';
import { TextValue } from '../text/text-value.js';

interface PayloadViewProps {
  value: Json;
  /** Whether to show JSON instead of formatted text. */
  isRaw?: boolean;
}

/**
 * A payload formatted for reading: texts as prose below the names of their fields, conversations as
 * messages, everything else as foldable JSON.
 */
export function PayloadView({ value, isRaw = false }: PayloadViewProps) {
  if (isRaw) return <JsonView value={value} />;
  if (isObject(value)) return <Fields value={value} />;
  return <FieldValue value={value} />;
}

function Fields({ value }: { value: JsonObject }) {
  const entries = Object.entries(value);
  if (entries.length === 0) return <span className={classes.none}>Empty</span>;
  return (
    <dl className={classes.fields}>
      {entries.map(([name, item]) => (
        <div key={name} className={classes.field} data-short={isShort(item) || undefined}>
          <dt dir="auto">{name === '' ? '(no name)' : name}</dt>
          <dd>
            <FieldValue value={item ?? null} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FieldValue({ value }: { value: Json }) {
  if (typeof value === 'string') return <Text text={value} />;
  if (!isStructure(value)) return <code className={classes.scalar}>{printExactJson(value)}</code>;
  const messages = readMessages(value);
  if (messages) return <Messages messages={messages} />;
  return <JsonView value={value} />;
}

function Text({ text }: { text: string }) {
  if (text.trim() === '') return <span className={classes.none}>Empty text</span>;
  return (
    <Suspense fallback={<span className={classes.plain}>{text.slice(0, 6000)}</span>}>
      <div className={classes.text} dir="auto">
        <TextValue text={text} />
      </div>
    </Suspense>
  );
}

function Messages({ messages }: { messages: readonly Message[] }) {
  return (
    <ol className={classes.messages}>
      {messages.map(({ role, content, rest }, index) => (
        <li key={index} className={classes.message}>
          <span className={classes.role}>{role}</span>
          {typeof content === 'string' ? <Text text={content} /> : null}
          {isStructure(content) ? <JsonView value={content} /> : null}
          {Object.keys(rest).length > 0 ? <JsonView value={rest} /> : null}
        </li>
      ))}
    </ol>
  );
}

interface Message {
  role: string;
  content: Json | undefined;
  /** The rest of the message, such as tool calls. */
  rest: JsonObject;
}

/** Returns the messages of a conversation, if all entries of a list are messages. */
function readMessages(value: Json): Message[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const messages: Message[] = [];
  for (const item of value) {
    if (!isObject(item) || typeof item['role'] !== 'string') return undefined;
    const { role, content, ...rest } = item;
    messages.push({ role, content, rest });
  }
  return messages;
}

/** Whether the value fits beside its name. */
function isShort(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.length <= 60 && !value.includes('\n');
  return !isStructure(value);
}
