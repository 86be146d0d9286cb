import { Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useState } from 'react';
import type { RequestError } from '../../lib/data/request-error.js';
import { describeError } from '../../lib/errors/server-errors.js';
import { FormAlert, FormButtons } from '../forms/form-parts.js';
import classes from '../forms/form-parts.module.css';

/** A deletion or another far-reaching change to confirm, and its consequences. */
export interface Confirmation {
  title: string;
  /** Says what will be deleted and what will stay. */
  text: ReactNode;
  label: string;
  /** Whether nothing is lost, so that the button is not red. */
  isHarmless?: boolean;
  /** Text that the user must type to confirm, for items that cannot be recreated. */
  phrase?: string;
  /** Deletes it. Returns an error message on failure. */
  run: () => Promise<string | undefined>;
}

/** Waits for a mutation. Tells the user what it did, or returns why it failed. */
export async function notifyWhenDone(
  sent: Promise<{ error?: RequestError | undefined }>,
  message: string,
  onDone?: () => void,
): Promise<string | undefined> {
  const { error } = await sent;
  if (error) return describeError(error).detail;
  notifications.show({ message });
  onDone?.();
  return undefined;
}

/** Asks before a change. Returns a function that asks, and the dialog to render. */
export function useConfirmDialog() {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const confirmDialog = (
    <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(undefined)} />
  );
  return { confirm: setConfirmation, confirmDialog };
}

interface ConfirmDialogProps {
  confirmation: Confirmation | undefined;
  onClose: () => void;
}

/** Explains a change and asks for confirmation. */
export function ConfirmDialog({ confirmation, onClose }: ConfirmDialogProps) {
  return (
    <Modal
      opened={confirmation !== undefined}
      onClose={onClose}
      title={confirmation?.title ?? 'Delete'}
    >
      {confirmation ? <ConfirmForm confirmation={confirmation} onClose={onClose} /> : null}
    </Modal>
  );
}

function ConfirmForm(props: { confirmation: Confirmation; onClose: () => void }) {
  const { confirmation, onClose } = props;
  const { text, label, isHarmless = false, phrase, run } = confirmation;
  const form = useForm({ initialValues: { typed: '' } });
  const [refusal, setRefusal] = useState<string>();

  const submit = form.onSubmit(async () => {
    const problem = await run();
    setRefusal(problem);
    if (problem === undefined) onClose();
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <div>{text}</div>
        {phrase === undefined ? null : (
          <TextInput
            label={
              <>
                Type <b className={classes.phrase}>{phrase}</b> to confirm
              </>
            }
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('typed')}
          />
        )}
        <FormAlert text={refusal} />
        <FormButtons
          label={label}
          isBusy={form.submitting}
          isDisabled={phrase !== undefined && form.values.typed !== phrase}
          isDestructive={!isHarmless}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
