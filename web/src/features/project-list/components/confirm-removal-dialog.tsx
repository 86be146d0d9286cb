import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { FormButtons } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { parseLocalTime } from '../../../lib/time/time.js';
import {
  ClearProjectMutation,
  DeleteProjectMutation,
  useProjectSize,
} from '../api/project-mutations.js';
import classes from './confirm-removal-dialog.module.css';

/** The project or traces to be deleted. */
export interface Removal {
  action: 'delete' | 'clear';
  project: { id: string; name: string };
}

export interface ConfirmRemovalDialogProps {
  removal: Removal | undefined;
  onClose: () => void;
  onRemoved: (removal: Removal) => void;
}

/**
 * Shows how much data will be deleted. The user must type the project’s name, because this cannot
 * be undone.
 */
export function ConfirmRemovalDialog({ removal, onClose, onRemoved }: ConfirmRemovalDialogProps) {
  const verb = removal?.action === 'clear' ? 'Clear traces in' : 'Delete';
  return (
    <Modal
      opened={removal !== undefined}
      onClose={onClose}
      title={`${verb} ${removal?.project.name ?? 'project'}`}
    >
      {removal ? (
        <ConfirmRemovalForm removal={removal} onClose={onClose} onRemoved={onRemoved} />
      ) : null}
    </Modal>
  );
}

interface ConfirmRemovalFormProps extends ConfirmRemovalDialogProps {
  removal: Removal;
}

function ConfirmRemovalForm({ removal, onClose, onRemoved }: ConfirmRemovalFormProps) {
  const { action, project } = removal;
  const form = useForm({ initialValues: { before: '', typed: '' } });
  const [deleteProject] = useGraphqlMutation(DeleteProjectMutation);
  const [clearProject] = useGraphqlMutation(ClearProjectMutation);
  const size = useProjectSize(project.id);
  const isClear = action === 'clear';

  const submit = form.onSubmit(async ({ before }) => {
    const { error } = isClear
      ? await clearProject({ input: { id: project.id, endTime: parseLocalTime(before) ?? null } })
      : await deleteProject({ id: project.id });
    if (error) {
      form.setFieldError('typed', describeError(error).detail);
      return;
    }
    notifications.show({
      message: isClear ? `Traces in ${project.name} cleared` : `Project ${project.name} deleted`,
    });
    onRemoved(removal);
    onClose();
  });

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">
          {isClear ? 'This deletes ' : 'This also deletes '}
          {size ? (
            <>
              <b>{formatPlural(size.traces, 'trace')}</b> with{' '}
              <b>{formatPlural(size.spans, 'span')}</b> and{' '}
              <b>{formatPlural(size.sessions, 'session')}</b>
            </>
          ) : (
            'all traces, spans and sessions'
          )}
          .{isClear ? ' The project itself is kept.' : ''} You can’t undo this.
        </Text>
        {isClear ? (
          <TextInput
            type="datetime-local"
            label="Only traces that started before"
            description="Leave empty to delete all traces."
            max="9999-12-31T23:59"
            {...form.getInputProps('before')}
          />
        ) : null}
        <TextInput
          label={
            <>
              Type <b className={classes.name}>{project.name}</b> to confirm
            </>
          }
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('typed')}
        />
        <FormButtons
          label={isClear ? 'Clear traces' : 'Delete project'}
          isBusy={form.submitting}
          isDisabled={form.values.typed !== project.name}
          isDestructive
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
