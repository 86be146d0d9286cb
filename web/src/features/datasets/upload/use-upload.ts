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
  const sent = useRef<SentUpload | undefined>(undefined);
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
    setState({ step: 'sending', share: 0 });
    await renewSession();
    sent.current = sendUpload(upload, (share) => setState({ step: 'sending', share }));
    const end = await sent.current.end;
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
    stop: () => sent.current?.stop(),
    /** Forgets the result of the last upload. */
    reset: () => setState({ step: 'preparing' }),
  };
}
