import { UnstyledButton } from '@mantine/core';
import { ChevronRight, CircleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import { useSearchedWords } from '../../../components/text/searched-words-context.js';
import { hasWord } from '../../../lib/text-search/searched-words.js';
import { readStackLines, type SpanException } from './exception.js';
import classes from './exception-card.module.css';

interface ExceptionCardProps {
  exception: SpanException;
  /** Whether to show the stack trace at once. */
  open?: boolean;
  /** Whether the message is already shown above. */
  withoutMessage?: boolean;
}

/** An exception: type, message and, on request, the stack trace with library frames dimmed. */
export function ExceptionCard({
  exception,
  open: openAtFirst = false,
  withoutMessage = false,
}: ExceptionCardProps) {
  const { type, message, stackTrace } = exception;
  const words = useSearchedWords();
  const [open, setOpen] = useState(
    () => openAtFirst || (hasWord(stackTrace ?? '', words) && !hasWord(message ?? '', words)),
  );
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <CircleAlert size={15} aria-hidden className={classes.icon} />
        <div className={classes.what}>
          <span className={classes.type}>{type ?? 'Exception'}</span>
          {message && !withoutMessage ? <span className={classes.message}>{message}</span> : null}
        </div>
        <CopyButton
          value={() => stackTrace ?? [type, message].filter(Boolean).join(': ')}
          label={stackTrace ? 'stack trace' : 'exception'}
        />
      </div>
      {stackTrace ? (
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight size={13} aria-hidden />
          Stack trace
        </UnstyledButton>
      ) : null}
      {stackTrace && open ? <StackTrace text={stackTrace} /> : null}
    </div>
  );
}

function StackTrace({ text }: { text: string }) {
  const lines = useMemo(() => readStackLines(text), [text]);
  return (
    <ScrollRegion label="Stack trace" className={classes.stack}>
      {lines.map((line, place) => (
        <span key={place} className={line.library ? classes.library : classes.own}>
          {line.text}
          {'\n'}
        </span>
      ))}
    </ScrollRegion>
  );
}
