import { Button } from '@mantine/core';
import { formatBytes, formatShare } from '../../../lib/format/numbers.js';
import classes from './upload-progress.module.css';

interface UploadProgressProps {
  /** The share of the file that is sent. */
  share: number;
  bytes: number;
  onStop: () => void;
}

/** How far an upload is: first the file is sent, then the server stores what it holds. */
export function UploadProgress({ share, bytes, onStop }: UploadProgressProps) {
  const isSent = share >= 1;
  const text = isSent
    ? 'Storing the examples…'
    : `Sending… ${formatBytes(share * bytes)} of ${formatBytes(bytes)}`;
  return (
    <div className={classes.progress}>
      <div className={classes.line}>
        <span className="numeric">{text}</span>
        <Button variant="default" size="compact-sm" onClick={onStop}>
          Stop
        </Button>
      </div>
      <div
        role="progressbar"
        aria-label={isSent ? 'Storing the examples' : 'Sending the file'}
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
