/** The kind of message that tells a Jest worker that there are no more tests. */
const END = 2;

/** Kept in the worker's realm, because each test file loads this module again. */
const worker = globalThis as { endsWithWorker?: true; exitWorker?: () => void };

/** Ends the process when Jest wants it to end, whatever still runs in it for other test files. */
export function endWithWorker(): void {
  if (worker.endsWithWorker) return;
  worker.endsWithWorker = true;
  process.on('SIGTERM', () => worker.exitWorker?.());
  process.on('message', ([kind]: [number]) => {
    if (kind === END) worker.exitWorker?.();
  });
}
