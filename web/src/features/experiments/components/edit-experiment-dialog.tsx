import { Modal, Skeleton } from '@mantine/core';
import { ErrorState } from '../../../components/error-state.js';
import { useExactQuery } from '../../../lib/use-exact-query.js';
import { EditableExperimentQuery } from '../api/editable-experiment.js';
import { EditExperimentForm } from './edit-experiment-form.js';

interface EditExperimentDialogProps {
  /** Id of the experiment to be edited; undefined while there is none. */
  experimentId: string | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Changes name, description and metadata of an experiment. */
export function EditExperimentDialog(props: EditExperimentDialogProps) {
  const { experimentId, onClose, onSaved } = props;
  return (
    <Modal opened={experimentId !== undefined} onClose={onClose} title="Edit experiment" size="lg">
      {experimentId === undefined ? null : (
        <LoadedForm id={experimentId} onClose={onClose} onSaved={onSaved} />
      )}
    </Modal>
  );
}

/** Lists do not know the metadata, so what is edited is read first. */
function LoadedForm({
  id,
  onClose,
  onSaved,
}: {
  id: string;
  onClose: () => void;
  onSaved: () => void;
}) {
  const { data, error, reload } = useExactQuery(EditableExperimentQuery, { id });
  if (data?.node.__typename === 'Experiment') {
    return <EditExperimentForm experiment={data.node} onClose={onClose} onSaved={onSaved} />;
  }
  return error ? <ErrorState error={error} onRetry={reload} /> : <Skeleton height={280} />;
}
