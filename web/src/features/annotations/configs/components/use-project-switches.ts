import { notifications } from '@mantine/notifications';
import { useCallback, useMemo, useState } from 'react';
import { useGraphqlMutation } from '../../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../../lib/errors/server-errors.js';
import {
  AddConfigToProjectMutation,
  type AnnotationConfig,
  ProjectConfigsQuery,
  RemoveConfigFromProjectMutation,
  useProjectConfigs,
} from '../api/annotation-configs.js';

const INVALIDATES = [ProjectConfigsQuery];

/** Reads and switches which configs a project uses. A switch moves before the server answers. */
export function useProjectSwitches(projectId: string) {
  const { configs, error, reload } = useProjectConfigs(projectId);
  const [pending, setPending] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [add] = useGraphqlMutation(AddConfigToProjectMutation, { invalidates: INVALIDATES });
  const [remove] = useGraphqlMutation(RemoveConfigFromProjectMutation, {
    invalidates: INVALIDATES,
  });
  const used = useMemo(() => configs && new Set(configs.map(({ id }) => id)), [configs]);

  const isOn = useCallback(
    ({ id }: { id: string }) => pending.get(id) ?? used?.has(id) ?? false,
    [pending, used],
  );
  const onSwitch = useCallback(
    async ({ id, name }: Pick<AnnotationConfig, 'id' | 'name'>, next: boolean) => {
      setPending((now) => new Map(now).set(id, next));
      const input = [{ projectId, annotationConfigId: id }];
      const { error: refusal } = await (next ? add({ input }) : remove({ input }));
      if (!refusal) return;
      setPending((now) => new Map(now).set(id, !next));
      notifications.show({
        color: 'red',
        title: `${name} could not be switched ${next ? 'on' : 'off'}`,
        message: describeError(refusal).detail,
      });
    },
    [add, remove, projectId],
  );
  return { isReady: used !== undefined, error, reload, isOn, onSwitch };
}
