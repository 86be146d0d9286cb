import { UnstyledButton } from '@mantine/core';
import { ChevronRight, CircleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import { JsonView } from '../../../components/text/json-view.js';
import { useSearchedWords } from '../../../components/text/searched-words-context.js';
import { decodeEscapes } from '../../../lib/json/escaped-text.js';
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

/**
 * An exception: type, message, on request the stack trace with library frames dimmed, and its other
 * attributes.
 */
export function ExceptionCard({
  exception,
  open: openAtFirst = false,
  withoutMessage = false,
}: ExceptionCardProps) {
  const { type, message, stackTrace, others } = exception;
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
          {message && !withoutMessage ? (
            <span className={classes.message}>{decodeEscapes(message)}</span>
          ) : null}
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
      {others ? (
        <div className={classes.others}>
          <JsonView value={others} maxLines={12} />
        </div>
      ) : null}
    </div>
  );
}

function StackTrace({ text }: { text: string }) {
  const lines = useMemo(() => readStackLines(decodeEscapes(text)), [text]);
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
