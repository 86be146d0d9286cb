import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Notice } from '../../../components/feedback/notice.js';
import { type FileLine, findLineNumber, readLinesAround } from './file-lines.js';
import classes from './upload-refusal.module.css';

interface UploadRefusalProps {
  refusal: string;
  file: File;
  /** Adds to the existing dataset with this name; absent for other errors. */
  onAppend: (() => void) | undefined;
}

/** The reason nothing was stored, with the faulty line. */
export function UploadRefusal({ refusal, file, onAppend }: UploadRefusalProps) {
  const number = findLineNumber(refusal);
  const lines = useLines(file, number);
  return (
    <div className={classes.refusal}>
      <Notice tone="error">
        <span className={classes.text}>Nothing was stored. {capitalize(refusal)}</span>
        {onAppend ? (
          <Button variant="default" size="compact-sm" className={classes.remedy} onClick={onAppend}>
            Add to that dataset
          </Button>
        ) : null}
      </Notice>
      {lines.length > 0 ? (
        <ol className={classes.lines} aria-label={`Line ${number} of the file`}>
          {lines.map((line) => (
            <li key={line.number} data-fault={line.number === number || undefined}>
              <span className={`${classes.number} numeric`}>{line.number}</span>
              <code dir="auto">{line.text}</code>
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  );
}

function useLines(file: File, number: number | undefined): FileLine[] {
  const [found, setFound] = useState<{ number: number; lines: FileLine[] }>();
  useEffect(() => {
    let isWanted = true;
    if (number !== undefined) {
      readLinesAround(file, number).then(
        (lines) => {
          if (isWanted) setFound({ number, lines });
        },
        // Shows no lines if the file has since been moved.
        () => undefined,
      );
    }
    return () => {
      isWanted = false;
    };
  }, [file, number]);
  return found?.number === number ? (found?.lines ?? []) : [];
}

/** The server’s message starts with the location: `line 12: …`. */
function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
