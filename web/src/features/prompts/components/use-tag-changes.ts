import { notifications } from '@mantine/notifications';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { DeleteTagMutation, SetTagMutation } from '../api/prompt-mutations.js';
import { usePrompt } from './prompt-context.js';

/**
 * Returns functions that set and delete tags of the prompt. Each returns an error message on
 * failure.
 */
export function useTagChanges() {
  const { tags } = usePrompt();
  const [setTag] = useGraphqlMutation(SetTagMutation);
  const [deleteTag] = useGraphqlMutation(DeleteTagMutation);

  const set = async (name: string, versionId: string): Promise<string | undefined> => {
    // A tag that is moved keeps its description.
    const description = tags.find((tag) => tag.name === name)?.description ?? null;
    const input = { promptVersionId: versionId, name, description };
    const { error } = await setTag({ input });
    return error && describeError(error).detail;
  };
  const remove = async (id: string, name: string): Promise<string | undefined> => {
    const { error } = await deleteTag({ input: { promptVersionTagId: id } });
    if (error) return describeError(error).detail;
    notifications.show({ message: `Tag ${name} deleted` });
    return undefined;
  };
  return { set, remove };
}
