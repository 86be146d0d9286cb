import { UnstyledButton } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { decodeEscapes } from '../../lib/json/escaped-text.js';
import { ExactNumber, isStructure, type Json, type JsonObject } from '../../lib/json/exact-json.js';
import { formatBytes, formatExact, formatPlural } from '../../lib/format/numbers.js';
import { findImageUrl } from '../../lib/images/image-data.js';
import { countLevelsToOpen, findInJson, type FoundInJson } from './json-levels.js';
import classes from './json-view.module.css';
import { SafeImage } from './safe-image.js';
import { judgeImage } from './safe-url.js';
import { useSearchedWords } from './searched-words-context.js';

/** Entries to show before a “show more” button. */
const entryStep = 100;
/** Characters of a string to show before a “show more” button. */
const stringLimit = 600;

interface JsonViewProps {
  value: Json;
  /** The approximate number of lines to open at first. */
  maxLines?: number;
}

/**
 * JSON with syntax colors and foldable structures. Folded content is not rendered. What was searched
 * for opens at once.
 */
export function JsonView({ value, maxLines = 60 }: JsonViewProps) {
  const words = useSearchedWords();
  const openLevels = useMemo(() => countLevelsToOpen(value, maxLines), [value, maxLines]);
  const found = useMemo(() => findInJson(value, words), [value, words]);
  return (
    <div className={classes.root}>
      <Entry value={value} level={0} openLevels={openLevels} found={found} last />
    </div>
  );
}

interface EntryProps {
  name?: string;
  value: Json;
  level: number;
  openLevels: number;
  found: FoundInJson;
  last: boolean;
}

function Entry(props: EntryProps) {
  const { name, value, level, found, last } = props;
  if (isStructure(value) && listEntries(value).length > 0) {
    return <StructureEntry {...props} value={value} />;
  }
  return (
    <Line level={level}>
      <Key name={name} />
      <Scalar value={value} found={found} />
      {last ? null : <span className={classes.mark}>,</span>}
    </Line>
  );
}

function StructureEntry({
  name,
  value,
  level,
  openLevels,
  found,
  last,
}: EntryProps & { value: Json[] | JsonObject }) {
  const [open, setOpen] = useState(level < openLevels || found.has(value));
  const isList = Array.isArray(value);
  const entries = listEntries(value);
  const [limit, setLimit] = useState(() =>
    Math.max(entryStep, 1 + entries.findIndex(([, item]) => found.has(item))),
  );
  const [opening, closing] = isList ? ['[', ']'] : ['{', '}'];
  const comma = last ? '' : ',';
  const size = isList ? formatPlural(entries.length, 'item') : formatPlural(entries.length, 'key');
  return (
    <>
      <Line level={level}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={open}
          aria-label={`${open ? 'Fold' : 'Unfold'} ${name ?? (isList ? 'list' : 'object')}, ${size}`}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight size={12} aria-hidden />
        </UnstyledButton>
        <Key name={name} />
        <span className={classes.mark}>{open ? opening : `${opening}…${closing}${comma}`}</span>
        {open ? null : <span className={classes.size}>{size}</span>}
      </Line>
      {open
        ? entries
            .slice(0, limit)
            .map(([key, item], index) => (
              <Entry
                key={key}
                name={isList ? undefined : key}
                value={item}
                level={level + 1}
                openLevels={openLevels}
                found={found}
                last={index === entries.length - 1}
              />
            ))
        : null}
      {open && entries.length > limit ? (
        <Line level={level + 1}>
          <UnstyledButton className={classes.more} onClick={() => setLimit(limit + entryStep * 10)}>
            Show more, {formatExact(entries.length - limit)} left
          </UnstyledButton>
        </Line>
      ) : null}
      {open ? (
        <Line level={level}>
          <span className={classes.mark}>
            {closing}
            {comma}
          </span>
        </Line>
      ) : null}
    </>
  );
}

function Line({ level, children }: { level: number; children: ReactNode }) {
  return (
    <div className={classes.line} style={{ '--level': level } as CSSProperties}>
      {children}
    </div>
  );
}

function Key({ name }: { name: string | undefined }) {
  if (name === undefined) return null;
  return (
    <>
      <span className={classes.key}>{JSON.stringify(name)}</span>
      <span className={classes.mark}>: </span>
    </>
  );
}

function Scalar({ value, found }: { value: Json; found: FoundInJson }) {
  if (typeof value === 'string') return <StringScalar value={value} found={found} />;
  if (value instanceof ExactNumber) return <span className={classes.number}>{value.source}</span>;
  if (typeof value === 'number') return <span className={classes.number}>{String(value)}</span>;
  if (isStructure(value)) {
    return <span className={classes.mark}>{Array.isArray(value) ? '[]' : '{}'}</span>;
  }
  return <span className={classes.word}>{String(value)}</span>;
}

/**
 * Line breaks are written as in JSON and also rendered, so that code and prose in strings can be
 * read. Escapes, which are left in JSON within strings, are shown as their characters.
 */
function StringScalar({ value: sent, found }: { value: string; found: FoundInJson }) {
  const value = useMemo(() => decodeEscapes(sent), [sent]);
  const long = value.length > stringLimit;
  const [open, setOpen] = useState(long && found.has(value));
  const image = useMemo(() => findShownImage(value), [value]);
  const text = JSON.stringify(open || !long ? value : value.slice(0, stringLimit));
  const shown = open || !long ? text : `${text.slice(0, -1)}…"`;
  return (
    <span className={classes.string}>
      {shown.replaceAll(/\\(?:\\|n)/g, (escape) => (escape === '\\n' ? '\\n\n' : escape))}
      {long ? (
        <UnstyledButton
          className={classes.more}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : `Show all, ${formatBytes(value.length)}`}
        </UnstyledButton>
      ) : null}
      {image ? <SafeImage url={image} alt="image in this value" /> : null}
    </span>
  );
}

/** Returns the picture that a string is, as a data URL or as bytes in base64. */
function findShownImage(value: string): string | undefined {
  if (value.startsWith('data:image/')) return judgeImage(value) === 'inline' ? value : undefined;
  return findImageUrl(value);
}

function listEntries(value: Json[] | JsonObject): [string, Json][] {
  return Object.entries(value).map(([key, item]) => [key, item ?? null]);
}
