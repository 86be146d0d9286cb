/** The benchmark's second process, which sends requests until enough spans are acknowledged. */
import { Agent, request as httpRequest } from 'node:http';
import { LOGS_PER_REQUEST, LogRequestSource } from './log-requests.js';
import { type Payload, RequestSource, SPANS_PER_REQUEST } from './requests.js';

export interface SenderTask {
  url: string;
  /** Spans, or log records. */
  spans: number;
  payloadBytes: Payload | 'logs';
  concurrency: number;
  /** API key, if the server requires one. */
  key?: string;
}

export interface SenderReport {
  acknowledged: number;
  seconds: number;
  /** Encoded bytes of the acknowledged requests. */
  bytes: number;
  /** Milliseconds from the first byte sent to the end of the response, ascending. */
  latencies: number[];
  /** Number of requests that were retried after a 503. */
  retries: number;
}

async function send(task: SenderTask): Promise<SenderReport> {
  const [source, itemsPerRequest] =
    task.payloadBytes === 'logs'
      ? [new LogRequestSource(), LOGS_PER_REQUEST]
      : [new RequestSource(task.payloadBytes), SPANS_PER_REQUEST];
  const agent = new Agent({ keepAlive: true, maxSockets: task.concurrency });
  const report: SenderReport = { acknowledged: 0, seconds: 0, bytes: 0, latencies: [], retries: 0 };
  let left = task.spans;
  const started = performance.now();
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= itemsPerRequest;
      const body = source.next();
      const begun = performance.now();
      while ((await post(task, agent, body)) === 503) {
        report.retries += 1;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      report.latencies.push(performance.now() - begun);
      report.acknowledged += itemsPerRequest;
      report.bytes += body.length;
    }
  };
  await Promise.all(Array.from({ length: task.concurrency }, worker));
  report.seconds = (performance.now() - started) / 1000;
  report.latencies.sort((a, b) => a - b);
  agent.destroy();
  return report;
}

function post({ url, key }: SenderTask, agent: Agent, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/x-protobuf',
      'content-length': body.length,
      ...(key ? { authorization: `Bearer ${key}` } : {}),
    };
    const request = httpRequest(url, { method: 'POST', agent, headers }, (response) => {
      const status = response.statusCode ?? 0;
      let answer = 0;
      response.on('data', (chunk: Buffer) => (answer += chunk.length));
      response.on('end', () => {
        if (status === 503) resolve(status);
        else if (status === 200 && answer === 0) resolve(status);
        else reject(new Error(`Unexpected status ${status} with ${answer} bytes`));
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

process.once('message', (task: SenderTask) => {
  void send(task).then((report) => process.send?.(report, () => process.disconnect()));
});
