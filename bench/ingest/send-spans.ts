import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SenderReport, SenderTask } from './sender.js';

const SENDER = fileURLToPath(new URL('./sender.js', import.meta.url));

/** Sends spans from a process of its own. @throws if it fails. */
export async function sendFromSecondProcess(task: SenderTask): Promise<SenderReport> {
  const sender = fork(SENDER);
  sender.send(task);
  const [report] = (await Promise.race([
    once(sender, 'message'),
    once(sender, 'exit').then(() => Promise.reject(new Error('The sender failed.'))),
  ])) as [SenderReport];
  return report;
}
