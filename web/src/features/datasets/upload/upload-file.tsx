import { Button, FileButton } from '@mantine/core';
import { FileSpreadsheet, FileUp } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { Notice } from '../../../components/feedback/notice.js';
import { formatBytes } from '../../../lib/format/numbers.js';
import classes from './upload-file.module.css';

const ACCEPTED =
  '.csv,.tsv,.jsonl,.ndjson,.xlsx,text/csv,application/jsonl,application/x-ndjson,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface UploadFileProps {
  file: File | undefined;
  problem: string | undefined;
  isDisabled: boolean;
  onChoose: (file: File) => void;
}

/** Selects a file, by dropping it or with a file dialog. */
export function UploadFile({ file, problem, isDisabled, onChoose }: UploadFileProps) {
  const [isOver, setIsOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    if (isDisabled || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(true);
  };
  const onDrop = (event: DragEvent) => {
    const [dropped] = event.dataTransfer.files;
    if (isDisabled || !dropped) return;
    event.preventDefault();
    setIsOver(false);
    onChoose(dropped);
  };
  const button = (
    <FileButton
      accept={ACCEPTED}
      disabled={isDisabled}
      onChange={(chosen) => {
        if (chosen) onChoose(chosen);
      }}
    >
      {(props) => (
        <Button {...props} variant="default" disabled={isDisabled}>
          {file ? 'Choose another file' : 'Choose a file'}
        </Button>
      )}
    </FileButton>
  );

  return (
    <>
      <div
        className={classes.field}
        data-over={isOver || undefined}
        data-chosen={file !== undefined || undefined}
        onDragOver={onDragOver}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      >
        {file ? (
          <>
            <FileSpreadsheet size={18} className={classes.icon} aria-hidden />
            <span className={classes.name} title={file.name} dir="auto">
              {file.name}
            </span>
            <span className={`${classes.size} numeric`}>{formatBytes(file.size)}</span>
            {button}
          </>
        ) : (
          <>
            <FileUp size={26} strokeWidth={1.5} className={classes.icon} aria-hidden />
            <p className={classes.call}>Drop a CSV, JSONL or XLSX file here</p>
            {button}
            <p className={classes.hint}>
              Up to 100 MB. The first line of a CSV file and the first row of a sheet must name the
              columns; each line of a JSONL file must be one object.
            </p>
          </>
        )}
      </div>
      {problem === undefined ? null : <Notice tone="error">{problem}</Notice>}
    </>
  );
}
