import { useCallback, useEffect, useRef, useState } from 'react';
import { subscribe } from '../../../lib/data/graphql-subscription.js';
import {
  ChatCompletionSubscription,
  type ChatInput,
  type ChatPayload,
} from '../api/chat-completion.js';
import { addPayloads, failRun, isRunning, type Run, startRun, stopRun } from './run.js';

/** Drawing every piece of ten answers by itself would keep the page from responding. */
const DRAW_EVERY_MS = 40;

/** What to ask for a variant. */
export interface Question {
  /** Of the variant. */
  key: string;
  input: ChatInput;
  /** The content of the variant; see `writeContent`. */
  asked: string;
}

interface Stream {
  leave: () => void;
  /** What has arrived since the page was drawn. */
  arrived: ChatPayload[];
  timer: ReturnType<typeof setTimeout> | undefined;
}

type Runs = Readonly<Record<string, Run>>;

/** The runs of all variants by key, and functions that start and stop them. */
export function useRuns() {
  const [runs, setRuns] = useState<Runs>({});
  const streams = useRef(new Map<string, Stream>());

  const change = useCallback((key: string, update: (run: Run) => Run) => {
    setRuns((all) => {
      const run = all[key];
      return run ? { ...all, [key]: update(run) } : all;
    });
  }, []);

  const draw = useCallback(
    (key: string, stream: Stream) => {
      clearTimeout(stream.timer);
      stream.timer = undefined;
      const payloads = stream.arrived.splice(0);
      if (payloads.length > 0) change(key, (run) => addPayloads(run, payloads));
    },
    [change],
  );

  const stop = useCallback(
    (key: string) => {
      const stream = streams.current.get(key);
      if (!stream) return;
      streams.current.delete(key);
      stream.leave();
      draw(key, stream);
      change(key, stopRun);
    },
    [draw, change],
  );

  const start = useCallback(
    ({ key, input, asked }: Question) => {
      stop(key);
      setRuns((all) => ({ ...all, [key]: startRun(input.repetitions, asked) }));
      const stream: Stream = { leave: () => {}, arrived: [], timer: undefined };
      streams.current.set(key, stream);
      const end = (problem: string) => {
        draw(key, stream);
        change(key, (run) => failRun(run, problem));
        if (streams.current.get(key) === stream) streams.current.delete(key);
      };
      stream.leave = subscribe(
        ChatCompletionSubscription,
        { input },
        {
          onData: ({ chatCompletion }) => {
            stream.arrived.push(chatCompletion);
            stream.timer ??= setTimeout(() => draw(key, stream), DRAW_EVERY_MS);
          },
          onError: ({ message }) => end(message),
          onEnd: () => end('The server ended the answer early.'),
        },
      );
    },
    [stop, draw, change],
  );

  const forget = useCallback(
    (key: string) => {
      stop(key);
      setRuns(({ [key]: _gone, ...rest }) => rest);
    },
    [stop],
  );

  useEffect(() => {
    const open = streams.current;
    return () => {
      for (const stream of open.values()) {
        clearTimeout(stream.timer);
        stream.leave();
      }
      open.clear();
    };
  }, []);

  return { runs, isAnyRunning: Object.values(runs).some(isRunning), start, stop, forget };
}
