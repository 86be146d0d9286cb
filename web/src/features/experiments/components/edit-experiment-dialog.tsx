import { Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  type Details,
  createDetailsDraft,
  DetailsForm,
  DetailsFormSkeleton,
} from '../../../components/forms/details-form.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { EditableExperimentQuery, PatchExperimentMutation } from '../api/experiment-mutations.js';

interface EditExperimentDialogProps {
  /** The ID of the experiment to edit; undefined if there is none. */
  experimentId: string | undefined;
  onClose: () => void;
  onSaved: () => void;
}

const HINTS = { description: 'What you tried, and why.' };

/** Changes the name, description and metadata of an experiment. */
export function EditExperimentDialog(props: EditExperimentDialogProps) {
  const { experimentId, onClose } = props;
  return (
    <Modal
      opened={experimentId !== undefined}
      onClose={onClose}
      title="Edit experiment"
      size="lg"
      closeOnClickOutside={false}
    >
      {experimentId === undefined ? null : (
        <EditExperiment {...props} experimentId={experimentId} />
      )}
    </Modal>
  );
}

/** Lists do not contain the metadata, so the dialog loads it. */
function EditExperiment(props: EditExperimentDialogProps & { experimentId: string }) {
  const { experimentId, onClose, onSaved } = props;
  const { data, error, reload } = useGraphqlQuery(
    EditableExperimentQuery,
    { id: experimentId },
    { exact: true },
  );
  const [patchExperiment] = useGraphqlMutation(PatchExperimentMutation, { exact: true });
  const experiment = data?.node.__typename === 'Experiment' ? data.node : undefined;
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!experiment) return <DetailsFormSkeleton />;

  const save = async (details: Details) => {
    const input = { experimentId, ...details };
    const { error: refused } = await patchExperiment({ input });
    if (refused) return describeError(refused).detail;
    notifications.show({ message: `Experiment ${details.name} saved` });
    onSaved();
    return undefined;
  };
  return (
    <DetailsForm
      initial={createDetailsDraft(experiment)}
      label="Save experiment"
      hints={HINTS}
      onSubmit={save}
      onClose={onClose}
    />
  );
}
