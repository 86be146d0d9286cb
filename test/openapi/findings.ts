import { readFile } from 'node:fs/promises';

/** An answer that Schemathesis finds to deviate from the OpenAPI document. */
export interface Finding {
  /** Method and path, such as `GET /v1/projects`. */
  operation: string;
  /** Name of the check, such as `positive_data_acceptance`. */
  check: string;
  message: string;
  request: string;
  answer: string;
}

/** As much of Schemathesis' report as is read here: an event in each line. */
interface ReportEvent {
  ScenarioFinished?: { recorder: Recorder };
}

interface Recorder {
  label: string;
  checks: Record<string, CheckResult[]>;
  interactions: Record<string, Interaction>;
}

interface CheckResult {
  name: string;
  status: 'success' | 'failure';
  failure_info?: { failure: { title: string; message: string } };
}

interface Interaction {
  request: { method: string; uri: string; body?: Content | null };
  response?: { status_code: number; content?: Content | null } | null;
}

type Content = { $base64: string };

const MAX_LENGTH = 500;

/**
 * Reads the findings of a report in the form `ndjson`, also those that are alike, because one that is right can hide
 * another.
 * @returns them, and how many requests were sent to how many operations.
 */
export async function readFindings(
  path: string,
): Promise<{ findings: Finding[]; requests: number; operations: number }> {
  const lines = (await readFile(path, 'utf8')).trim().split('\n');
  const recorders = lines.flatMap((line) => {
    const { ScenarioFinished: finished } = JSON.parse(line) as ReportEvent;
    return finished ? [finished.recorder] : [];
  });
  const sent = recorders.filter(({ interactions }) => Object.keys(interactions).length > 0);
  return {
    findings: recorders.flatMap(listFindings),
    requests: sent.reduce((sum, one) => sum + Object.keys(one.interactions).length, 0),
    operations: new Set(sent.map(({ label }) => label)).size,
  };
}

function listFindings({ label, checks, interactions }: Recorder): Finding[] {
  return Object.entries(checks).flatMap(([id, results]) => {
    const { request, response } = interactions[id] ?? {};
    return results
      .filter(({ status }) => status === 'failure')
      .map(({ name, failure_info: failed }) => ({
        operation: label,
        check: name,
        message: failed?.failure.message ?? '',
        request: `${request?.method} ${request?.uri} ${readContent(request?.body)}`,
        answer: `${response?.status_code} ${readContent(response?.content)}`,
      }));
  });
}

function readContent(content: Content | null | undefined): string {
  return Buffer.from(content?.$base64 ?? '', 'base64')
    .toString('utf8')
    .slice(0, MAX_LENGTH);
}

/** Keeps one finding for each operation, check and message. */
export function dropSimilar(findings: readonly Finding[]): Finding[] {
  // What follows the first line is a hint that differs for each request.
  const keyOf = ({ operation, check, message }: Finding) =>
    `${operation} ${check} ${message.split('\n')[0]}`;
  return [...new Map(findings.map((finding) => [keyOf(finding), finding])).values()];
}
