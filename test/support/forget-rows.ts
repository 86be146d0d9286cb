import {
  ChatCostsService,
  MasksService,
  MatchesService,
  PacedChatsService,
  PlaygroundModelsService,
  ProjectAccessReader,
} from './built.js';
import type { TestServer } from './server.js';

/** Lets a server forget what it has read from its database or has learned about what is in it. */
export async function forgetRows(app: TestServer['app']): Promise<void> {
  app.get(ProjectAccessReader, { strict: false }).forget();
  app.get(ChatCostsService, { strict: false }).forget();
  for (const [service, map] of [
    [MatchesService, 'remembered'],
    [PacedChatsService, 'limits'],
    [PlaygroundModelsService, 'asked'],
  ] as const) {
    const remembered: unknown = Reflect.get(app.get<object>(service, { strict: false }), map);
    (remembered as Map<unknown, unknown>).clear();
  }
  await app.get(MasksService, { strict: false }).refresh();
}
