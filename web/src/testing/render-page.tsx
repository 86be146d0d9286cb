import { EditorView } from '@codemirror/view';
import { notifications, notificationsStore } from '@mantine/notifications';
import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { act, cleanup, render } from '@testing-library/react/pure';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { App } from '../app/app.js';
import { type AppRouter, createAppRouter } from '../app/router.js';
import { StorageStatusQuery } from '../app/shell/storage-banner.js';
import type { TypedDocument } from '../lib/data/graphql-request.js';
import { createQueryClient } from '../lib/data/query-client.js';
import { type PageConfig, pageConfig } from '../lib/page/page-config.js';
import { type Viewer, ViewerQuery } from '../lib/viewer/viewer.js';
import { answer, type Answer } from './answers.js';
import { createRequestClass } from './fake-request.js';
import { AUTH_METHODS } from './factories/users.js';
import { FakeServer } from './fake-server.js';
import { createSocketClass } from './fake-socket.js';
import { settle, settleOn } from './settle.js';

interface RenderOptions {
  /** The role of the signed-in user; `MEMBER` by default. */
  as?: 'ADMIN' | 'MEMBER' | 'VIEWER';
  /** Other properties of the signed-in user. */
  viewer?: Partial<Viewer>;
  /** The differences in the configuration that the server writes into the page. */
  config?: Partial<PageConfig>;
}

/** A page or component that a test uses. */
export interface TestPage {
  /** Clicks and types as a user does. Every action waits until the page is at rest. */
  user: UserEvent;
  /** Replaces the text of a field or code editor at once, which is faster than typing. */
  fill: (element: HTMLElement, text: string) => Promise<void>;
  /** The path and search of the current address. */
  address: () => string;
  /** The variables with which a document was sent, in order. */
  sent: <Variables>(document: TypedDocument<unknown, Variables>) => Variables[];
  /** The bodies of a REST call, such as `POST auth/login`, in order. */
  calls: (name: string) => unknown[];
  /** Answers from now on, instead of earlier answers to the same requests. */
  answer: (...answers: Answer[]) => void;
}

/**
 * Errors in the console, uncaught errors and requests without an answer. Every test fails if it
 * leaves any, so a test that expects one takes it out: `problems.splice(0)`.
 */
export const problems: string[] = [];

const queryClient = createQueryClient();
const { queries, mutations } = queryClient.getDefaultOptions();
// Timers that drop old data would keep the process running for minutes.
queryClient.setDefaultOptions({
  queries: { ...queries, gcTime: Infinity },
  mutations: { ...mutations, gcTime: Infinity },
});
const browserConfig = { ...pageConfig };
const { error: consoleError } = console;

let present: FakeServer;
const FakeSocket = createSocketClass(() => present);

beforeEach(() => {
  console.error = (...parts: unknown[]) => problems.push(parts.map(String).join(' '));
});

afterEach(async () => {
  cleanup();
  queryClient.clear();
  notifications.clean();
  // Whatever is under way ends while there is a window.
  await settle();
  console.error = consoleError;
  Object.assign(pageConfig, browserConfig);
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  expect(problems.splice(0)).toEqual([]);
});

/**
 * Opens a page of the app: the real router, providers and frame, with a server that gives these
 * answers. Returns once the page is at rest.
 */
export function renderPage(
  path: string,
  answers: readonly Answer[] = [],
  options: RenderOptions = {},
): Promise<TestPage> {
  return mount(createAppRouter(createMemoryHistory({ initialEntries: [path] })), answers, options);
}

/** Renders a component that depends on no route, with the same providers and server. */
export function renderComponent(
  component: ReactNode,
  answers: readonly Answer[] = [],
  options: RenderOptions = {},
): Promise<TestPage> {
  const routeTree = createRootRoute({ component: () => component });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  return mount(router as unknown as AppRouter, answers, options);
}

async function mount(
  router: AppRouter,
  answers: readonly Answer[],
  { as = 'MEMBER', viewer, config }: RenderOptions,
): Promise<TestPage> {
  Object.assign(pageConfig, { authMethods: AUTH_METHODS, ...config });
  const server = new FakeServer(
    [
      answer(ViewerQuery, { viewer: { ...aViewer(as), ...viewer } }),
      answer(StorageStatusQuery, { serverStatus: { storageAdvice: null } }),
      ...answers,
    ],
    (problem) => problems.push(problem),
  );
  present = server;
  globalThis.fetch = server.fetch;
  globalThis.WebSocket = FakeSocket;
  globalThis.XMLHttpRequest = createRequestClass(server);
  settleOn(
    () =>
      server.waiting > 0 ||
      router.state.status === 'pending' ||
      queryClient.isMutating() > 0 ||
      areNotificationsDue(),
  );
  const user = userEvent.setup({ delay: null });
  render(<App router={router} queryClient={queryClient} env="test" />);
  await settle();
  return {
    user,
    fill: (element, text) => fill(user, element, text),
    address: () => router.state.location.href,
    sent: (document) => server.listSent(document),
    calls: (name) => server.listCalls(name),
    answer: (...more) => server.add(more),
  };
}

/** Whether there are notifications that are not shown yet, because they appear with the next frame. */
function areNotificationsDue(): boolean {
  const due = notificationsStore.getState().notifications.length;
  // Most pages have none, and are asked for them often.
  return due > 0 && due > document.querySelectorAll('.mantine-Notification-root').length;
}

function aViewer(role: string): Viewer {
  return {
    id: 'user-1',
    username: 'ada',
    email: 'ada@example.com',
    authMethod: 'LOCAL',
    passwordNeedsReset: false,
    secondFactor: null,
    role: { id: 'role-1', name: role },
  };
}

async function fill(user: UserEvent, element: HTMLElement, text: string): Promise<void> {
  const editor = EditorView.findFromDOM(element);
  if (editor) {
    act(() => {
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
    });
    await settle();
    return;
  }
  await user.clear(element);
  if (text !== '') await user.paste(text);
}
