import { Fragment } from 'react';
import type { Json } from '../../lib/json/exact-json.js';
import { listPreviewParts } from './preview-parts.js';
import classes from './payload-preview.module.css';

/** The readable text of a payload in one line of a table. Hovering shows more. */
export function PayloadPreview({ value }: { value: Json | undefined }) {
  const parts = listPreviewParts(value).map(({ name, text }) => ({ name, text: joinLines(text) }));
  if (parts.every(({ text }) => text === '')) return <span className={classes.none}>–</span>;
  const title = parts.map(({ name, text }) => (name ? `${name}: ${text}` : text)).join('\n');
  return (
    <span className={classes.text} title={title} dir="auto">
      {parts.map(({ name, text }, index) => (
        <Fragment key={name ?? ''}>
          {index > 0 ? <span className={classes.dot}> · </span> : null}
          {name === undefined ? null : <span className={classes.name}>{name} </span>}
          {text}
        </Fragment>
      ))}
    </span>
  );
}

function joinLines(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
