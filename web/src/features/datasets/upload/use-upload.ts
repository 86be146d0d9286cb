import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { renewSession } from '../../../lib/browser/download.js';
import { type SentUpload, sendUpload, type Upload, type UploadOutcome } from './send-upload.js';
import { describeCounts } from './upload-done.js';

export type UploadState =
  | { step: 'preparing' }
  | { step: 'sending'; share: number }
  | { step: 'refused'; refusal: string; isNameTaken: boolean }
  | { step: 'done'; outcome: UploadOutcome; name: string };

/**
 * Sends uploads and tracks their progress. An upload continues when you leave the page; a
 * notification then reports the result.
 */
export function useUpload() {
  const [state, setState] = useState<UploadState>({ step: 'preparing' });
  /** Stopped by `stop`: the upload, or at first only the intention. */
  const current = useRef<Pick<SentUpload, 'stop'> | undefined>(undefined);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const isSending = state.step === 'sending';
  useEffect(() => {
    if (!isSending) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isSending]);

  const send = async (upload: Upload) => {
    const attempt = { isStopped: false };
    current.current = { stop: () => (attempt.isStopped = true) };
    setState({ step: 'sending', share: 0 });
    await renewSession();
    if (attempt.isStopped) {
      setState({ step: 'preparing' });
      return;
    }
    const sent = sendUpload(upload, (share) => setState({ step: 'sending', share }));
    current.current = sent;
    const end = await sent.end;
    const { name } = upload;
    if ('outcome' in end) {
      setState({ step: 'done', outcome: end.outcome, name });
      if (!isShown.current) {
        notifications.show({ title: `Uploaded to ${name}`, message: describeCounts(end.outcome) });
      }
    } else if ('refusal' in end) {
      setState({ step: 'refused', ...end });
      if (!isShown.current) {
        notifications.show({
          color: 'red',
          title: `Nothing was uploaded to ${name}`,
          message: end.refusal,
        });
      }
    } else {
      setState({ step: 'preparing' });
    }
  };
  return {
    state,
    send,
    stop: () => current.current?.stop(),
    /** Forgets the result of the last upload. */
    reset: () => setState({ step: 'preparing' }),
  };
}
