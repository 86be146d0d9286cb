import { notifications } from '@mantine/notifications';
import { useClient } from 'urql';
import { FilterField } from '../../../components/filters/filter-field.js';
import { graphql } from '../../../graphql.js';
import { describeError } from '../../../lib/errors/server-errors.js';

const SessionByIdQuery = graphql(`
  query SessionById($sessionId: String!) {
    getProjectSessionById(sessionId: $sessionId) {
      id
    }
  }
`);

/** Opens a session by the id its program gave it. */
export function SessionFilter({ onFound }: { onFound: (nodeId: string) => void }) {
  const client = useClient();
  const find = async (sessionId: string) => {
    const { data, error } = await client.query(SessionByIdQuery, { sessionId }).toPromise();
    if (data?.getProjectSessionById) onFound(data.getProjectSessionById.id);
    else {
      const message = error ? describeError(error).detail : `There is no session “${sessionId}”.`;
      notifications.show({ message });
    }
  };
  return (
    <FilterField
      label="Open a session by its id"
      placeholder="Session id to open"
      value=""
      onApply={(text) => {
        if (text !== '') void find(text);
      }}
    />
  );
}
