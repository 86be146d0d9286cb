import { notifications } from '@mantine/notifications';
import { FilterField } from '../../../components/filters/filter-field.js';
import { graphql } from '../../../graphql.js';
import { sendDocument } from '../../../lib/data/graphql-request.js';
import { settleRequest } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';

const SessionByIdQuery = graphql(`
  query SessionById($sessionId: String!) {
    getProjectSessionById(sessionId: $sessionId) {
      id
    }
  }
`);

/** Opens a session by the ID that the application gave it. */
export function SessionFilter({ onFound }: { onFound: (nodeId: string) => void }) {
  const find = async (sessionId: string) => {
    const { data, error } = await settleRequest(sendDocument(SessionByIdQuery, { sessionId }));
    if (data?.getProjectSessionById) onFound(data.getProjectSessionById.id);
    else {
      const message = error ? describeError(error).detail : `Session “${sessionId}” not found.`;
      notifications.show({ message });
    }
  };
  return (
    <FilterField
      label="Open a session by its ID"
      placeholder="Session ID to open"
      value=""
      onApply={(text) => {
        if (text !== '') void find(text);
      }}
    />
  );
}
