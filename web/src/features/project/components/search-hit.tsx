import type { ReactNode } from 'react';
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
  const excerpts = joinEqual(shown);
  return (
    <span
      className={classes.found}
      title={excerpts.map(({ excerpt }) => excerpt).join('\n…\n')}
      dir="auto"
    >
      {spanName === undefined ? null : (
        <>
          <span className={classes.span}>{spanName}</span>
          <span className={classes.label}> › </span>
        </>
      )}
      {excerpts.map(({ field, label, excerpt, found }, index) => (
        <span key={field + String(index)}>
          {index > 0 ? ' · ' : null}
          {label === undefined ? null : <span className={classes.label}>{label}: </span>}
          <Excerpt excerpt={excerpt} found={found} />
        </span>
      ))}
    </span>
  );
}

/** Where something was found in an excerpt. */
type Place = Pick<SearchMatch, 'start' | 'length'>;

/** Joins the words that were found in the same text, which is then shown only once. */
function joinEqual<Match extends SearchMatch>(matches: readonly Match[]) {
  const groups = Map.groupBy(matches, ({ field, excerpt }) => `${field}\0${excerpt}`);
  return [...groups.values()].map((group) => {
    const found: Place[] = group.toSorted((a, b) => a.start - b.start);
    return { ...group[0]!, found };
  });
}

/** The name of a span, with what a search found in it. */
export function FoundName({ name, matches }: { name: string; matches?: readonly SearchMatch[] }) {
  const [match] = joinEqual(matches?.filter(({ field }) => field === 'name') ?? []);
  // A long name is only excerpted.
  return match && name.startsWith(match.excerpt) ? (
    <>
      <Marked excerpt={match.excerpt} found={match.found} from={0} />
      {name.slice(match.excerpt.length)}
    </>
  ) : (
    name
  );
}

interface ExcerptProps {
  excerpt: string;
  /** From left to right; at least one. */
  found: readonly Place[];
}

function Excerpt({ excerpt, found }: ExcerptProps) {
  const { start } = found[0]!;
  const isCut = start > BEFORE;
  const lead = excerpt.slice(Math.max(0, start - BEFORE), start);
  // Starts with a whole word.
  const before = isCut ? lead.replace(/^\S+\s+/, '').length : lead.length;
  return (
    <>
      {isCut ? '…' : ''}
      <Marked excerpt={excerpt} found={found} from={start - before} />
    </>
  );
}

/** @param from where to begin in the excerpt. */
function Marked({ excerpt, found, from }: ExcerptProps & { from: number }) {
  const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
  const parts: ReactNode[] = [];
  let end = from;
  for (const { start, length } of found) {
    // Words can overlap.
    if (start < end) continue;
    parts.push(
      onOneLine(excerpt.slice(end, start)),
      <mark key={start} className={classes.mark}>
        {onOneLine(excerpt.slice(start, start + length))}
      </mark>,
    );
    end = start + length;
  }
  return (
    <>
      {parts}
      {onOneLine(excerpt.slice(end))}
    </>
  );
}
