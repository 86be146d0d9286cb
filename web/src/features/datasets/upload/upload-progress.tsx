import { Button } from '@mantine/core';
import { formatBytes, formatShare } from '../../../lib/format/numbers.js';
import classes from './upload-progress.module.css';

interface UploadProgressProps {
  /** The sent fraction of the file. */
  share: number;
  bytes: number;
  onStop: () => void;
}

/** The progress of an upload: first the file is sent, then the server stores the examples. */
export function UploadProgress({ share, bytes, onStop }: UploadProgressProps) {
  const isSent = share >= 1;
  const text = isSent
    ? 'Storing examples…'
    : `Sending… ${formatBytes(share * bytes)} of ${formatBytes(bytes)}`;
  return (
    <div className={classes.progress}>
      <div className={classes.line}>
        <span className="numeric">{text}</span>
        <Button variant="default" size="compact-sm" onClick={onStop}>
          Cancel
        </Button>
      </div>
      <div
        role="progressbar"
        aria-label={isSent ? 'Storing examples' : 'Sending file'}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={isSent ? undefined : Math.round(share * 100)}
        aria-valuetext={isSent ? text : formatShare(share)}
        className={classes.bar}
        data-sent={isSent || undefined}
      >
        <div style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}
