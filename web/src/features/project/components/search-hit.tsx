import { PreviewText } from '../../../components/data-display/preview-text.js';
import classes from './search-hit.module.css';

/** Where a word or phrase of a search is in a span. */
export interface SearchMatch {
  /** `name`, `status_message`, `events…` or the dotted name of an attribute. */
  field: string;
  excerpt: string;
  start: number;
  length: number;
}

type Column = 'name' | 'input' | 'output';

/** How much of the text before a match fits into a cell together with the match. */
const BEFORE = 10;

/** Where a match is shown, and what to write before it if it is from elsewhere. */
function placeOf(field: string): { column: Column; label?: string } {
  if (field === 'name') return { column: 'name' };
  if (field === 'output.value' || field.startsWith('llm.output_messages')) {
    return { column: 'output' };
  }
  if (field === 'input.value' || field.startsWith('llm.input_messages')) return { column: 'input' };
  return { column: 'input', label: field === 'status_message' ? 'error' : field };
}

interface FoundTextProps {
  /** The start of the value. */
  text: string | null | undefined;
  column: 'input' | 'output';
  matches: readonly SearchMatch[] | undefined;
  /** The name of the span that matches, if it is not the one that the row shows. */
  spanName?: string | undefined;
  /** Whether inputs also show what was found in outputs, because their column is out of sight. */
  isNarrow: boolean;
}

/** The start of an input or output or, if a search found something there, the text around that. */
export function FoundText({ text, column, matches = [], spanName, isNarrow }: FoundTextProps) {
  const shown = matches.flatMap((match) => {
    const place = placeOf(match.field);
    // The name in the row is not that of the other span.
    const isElsewhere =
      (place.column === 'name' && spanName !== undefined) ||
      (place.column === 'output' && isNarrow && column === 'input');
    const label = isElsewhere ? place.column : place.label;
    return place.column === column || (isElsewhere && column === 'input')
      ? [{ ...match, label }]
      : [];
  });
  if (shown.length === 0) return <PreviewText text={text} />;
  return (
    <span
      className={classes.found}
      title={shown.map(({ excerpt }) => excerpt).join('\n…\n')}
      dir="auto"
    >
      {spanName === undefined ? null : (
        <>
          <span className={classes.span}>{spanName}</span>
          <span className={classes.label}> › </span>
        </>
      )}
      {shown.map(({ field, label, ...match }, index) => (
        <span key={field + String(index)}>
          {index > 0 ? ' · ' : null}
          {label === undefined ? null : <span className={classes.label}>{label}: </span>}
          <Excerpt {...match} />
        </span>
      ))}
    </span>
  );
}

/** The name of a span, with what a search found in it. */
export function FoundName({ name, matches }: { name: string; matches?: readonly SearchMatch[] }) {
  const match = matches?.find(({ field }) => field === 'name');
  // A long name is only excerpted.
  return match && name.startsWith(match.excerpt) ? (
    <>
      <Marked {...match} before={match.start} />
      {name.slice(match.excerpt.length)}
    </>
  ) : (
    name
  );
}

function Excerpt(match: Omit<SearchMatch, 'field'>) {
  const isCut = match.start > BEFORE;
  const lead = match.excerpt.slice(Math.max(0, match.start - BEFORE), match.start);
  // Starts with a whole word.
  const before = isCut ? lead.replace(/^\S+\s+/, '').length : lead.length;
  return (
    <>
      {isCut ? '…' : ''}
      <Marked {...match} before={before} />
    </>
  );
}

/** @param before how much text to show before the match. */
function Marked(props: Omit<SearchMatch, 'field'> & { before: number }) {
  const { excerpt, start, length, before } = props;
  const end = start + length;
  const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
  return (
    <>
      {onOneLine(excerpt.slice(start - before, start))}
      <mark className={classes.mark}>{onOneLine(excerpt.slice(start, end))}</mark>
      {onOneLine(excerpt.slice(end))}
    </>
  );
}
