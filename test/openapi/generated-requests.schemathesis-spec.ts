import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { dropSimilar, type Finding, readFindings } from './findings.js';

const run = promisify(execFile);

/** Longest time for all requests on a busy machine. */
const MAX_MS = 30 * 60_000;

/** A finding that is right as it is. */
interface Exception {
  /** All operations if absent. */
  operation?: RegExp;
  check: string;
  /** All requests if absent. */
  request?: RegExp;
  /** The message of Schemathesis; anything if absent. */
  message?: RegExp;
  /** The start of the answer to the request: a status, or more of it. */
  answer: RegExp;
  reason: string;
}

const EXCEPTIONS: Exception[] = [
  {
    check: 'negative_data_rejection',
    request: /[?&](start|end)(_time)?=[\d.]+( |&)/,
    answer: /^20[04] /,
    reason: 'A time may also be a number of seconds since 1970, which `date-time` does not say.',
  },
  {
    operation: /^POST \/v1\/projects\/\{project_identifier\}\/spans$/,
    check: 'negative_data_rejection',
    request: /"(start_time|end_time|timestamp)": -?\d/,
    answer: /^202 /,
    reason: 'As above.',
  },
  {
    operation: /^POST \/v1\/projects\/\{project_identifier\}\/spans$/,
    check: 'negative_data_rejection',
    message: / items: id: Incorrect type$/m,
    answer: /^202 /,
    reason: 'The server ignores this ID.',
  },
  {
    operation: /^POST \/v1\/(system|user)\/api_keys$/,
    check: 'positive_data_acceptance',
    answer: /^422 expires_at must be in the future\./,
    reason: 'JSON Schema does not know the time.',
  },
  {
    operation: /^POST \/v1\/users$/,
    check: 'positive_data_acceptance',
    answer: /^422 (The|This) password /,
    reason: 'The rules for passwords are settings, and some passwords are too well known.',
  },
  {
    operation:
      /^POST \/v1\/(users|annotation_configs|prompts(\/\{prompt_identifier\}\/versions)?)$/,
    check: 'negative_data_rejection',
    // The fields that are numbers or true or false.
    message:
      /\b(send_welcome_email|score|max_(\w+_)?tokens|temperature|top_[kp]|(frequency|presence)_penalty|seed|strict|include_thoughts|thinking_budget|disable_parallel_tool_calls): Incorrect type$/m,
    answer: /^20[01] /,
    reason:
      'Published clients may send 0 or "no" for false, and "3" for a number, as to the server they were written for.',
  },
  {
    operation: /^POST \/v1\/users$/,
    check: 'positive_data_acceptance',
    answer: /^422 This is not a valid email address\./,
    reason:
      'The pattern cannot name all characters that nobody sees, and `maxLength` counts no bytes.',
  },
  {
    check: 'positive_data_acceptance',
    // The URLs of such texts contain the beginning of an ID.
    request: /\/(UHJvbXB0O|RXhwZXJpbWVudFRhZz)/,
    answer: /^422 The (prompt|tag) name must consist of/,
    reason:
      'What only begins like an ID is not an ID. A pattern that decodes base64 could not be read.',
  },
  {
    operation: /^POST \/v1\/prompts(\/\{prompt_identifier\}\/versions)?$/,
    check: 'positive_data_acceptance',
    answer: /^422 .*max_tokens must be greater than thinking\.budget_tokens/s,
    reason: 'JSON Schema cannot compare two numbers.',
  },
  {
    operation: /^POST \/v1\/datasets\/upload$/,
    check: 'positive_data_acceptance',
    answer:
      /^422 .*(should be a list of same length as input|must have same length as inputs|Duplicate example_id)/s,
    reason:
      'JSON Schema cannot compare the lengths of two lists, or look for a text that occurs twice.',
  },
  {
    operation: /^POST \/v1\/datasets\/upload$/,
    check: 'positive_data_acceptance',
    answer: /^422 Invalid content type of the file: none\./,
    reason: 'Schemathesis sends files of forms without a content type.',
  },
  {
    operation: /^GET \/v1\/projects\/\{project_identifier\}\/spans(\/otlpv1)?$/,
    check: 'positive_data_acceptance',
    answer: /^422 Invalid attribute filter ".*": the value /s,
    reason: 'A pattern cannot tell which values are JSON.',
  },
  {
    operation: /^POST \/auth\/password-reset-email$/,
    check: 'not_a_server_error',
    answer: /^503 SMTP server not configured/,
    reason: 'The right answer of a server without email.',
  },
  {
    operation: /annotation_configs/,
    check: 'positive_data_acceptance',
    answer: /^400 (The label ".*" appears more than once|The lower bound must be less)/s,
    reason: 'JSON Schema cannot compare one field of several items, or two numbers.',
  },
  {
    check: 'positive_data_acceptance',
    answer: /^422 .*is not the ID of/s,
    reason:
      'JSON Schema cannot say which rows exist. The ID of another kind of row is a mistake of its own.',
  },
  {
    operation: /^GET \/v1\/projects\/\{project_identifier\}\/\w+_annotations$/,
    check: 'positive_data_acceptance',
    answer: /^422 \w+_ids or identifier is required\./,
    reason: 'OpenAPI cannot say that one of two parameters is required.',
  },
  {
    operation: /^DELETE \/v1\/projects\/\{project_identifier\}\/\w+_annotations$/,
    check: 'positive_data_acceptance',
    answer: /^422 (To delete annotations, either set both|start_time must be before end_time)/,
    reason: 'OpenAPI cannot say that one parameter requires another, or compare two.',
  },
  {
    check: 'positive_data_acceptance',
    answer: /^4(00|22) .*[Ii]nvalid cursor/s,
    reason: 'A cursor is what the previous page has returned, and nothing else.',
  },
  {
    operation: /\/v1\/(datasets\/upload|sessions\/delete|traces\/transfer|users\/api_keys)$/,
    check: 'allow_header_conformance',
    answer: /^405 /,
    reason:
      'These paths also match the one of a single row, whose methods work there: a session may be called "delete".',
  },
  {
    operation: /\/v1\/(datasets\/upload|sessions\/delete|traces\/transfer|users\/api_keys)$/,
    check: 'unsupported_method',
    answer: /^(200|204|404|422) /,
    reason: 'As above.',
  },
  {
    operation: /^POST \/v1\/spans$/,
    check: 'allow_header_conformance',
    answer: /^405 /,
    reason:
      'Old clients send the body with a GET, which cannot be documented: OpenAPI knows no such body.',
  },
  {
    operation: /^POST \/v1\/spans$/,
    check: 'unsupported_method',
    answer: /^(200|404|406|422) /,
    reason: 'As above.',
  },
];

/** Requests that Schemathesis makes from the OpenAPI document: correct ones, and ones with a mistake. */
describe('the OpenAPI document, checked by generated requests', () => {
  let server: SecuredServer;
  let directory: string;

  beforeAll(async () => {
    server = await startSecuredServer();
    directory = await mkdtemp(join(tmpdir(), 'spandrel-schemathesis-'));
    await addSampleData(server);
  }, 600_000);
  afterAll(async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it(
    'says which requests are answered, and how',
    async () => {
      const { findings, requests, operations } = await sendGeneratedRequests(server, directory);
      expect(dropSimilar(findings.filter((finding) => !isRight(finding)))).toEqual([]);
      expect(operations).toBeGreaterThan(120);
      expect(requests).toBeGreaterThan(5_000);
    },
    MAX_MS,
  );
});

function isRight({ operation, check, request, message, answer }: Finding): boolean {
  return EXCEPTIONS.some(
    (one) =>
      one.check === check &&
      (one.operation?.test(operation) ?? true) &&
      (one.request?.test(request) ?? true) &&
      (one.message?.test(message) ?? true) &&
      one.answer.test(answer),
  );
}

async function addSampleData({ url, adminSecret }: SecuredServer): Promise<void> {
  const demo = fileURLToPath(new URL('../../demo/main.ts', import.meta.url));
  await run(process.execPath, [demo, '--endpoint', url, '--key', adminSecret, '--pause', '0']);
}

/** Sends the same requests each time. */
async function sendGeneratedRequests({ url, adminSecret }: SecuredServer, directory: string) {
  const program = process.env['SPANDREL_TEST_SCHEMATHESIS'];
  if (!program) throw new Error('SPANDREL_TEST_SCHEMATHESIS is not set. See CONTRIBUTING.md.');
  const report = join(directory, 'report.ndjson');
  const settings = [
    ['--phases', 'coverage,fuzzing'],
    ['--max-examples', '10'],
    ['--seed', '1'],
    ['--header', `Authorization: Bearer ${adminSecret}`],
    ['--request-timeout', '30'],
    ['--suppress-health-check', 'all'],
    ['--warnings', 'off'],
    ['--report', 'ndjson'],
    ['--report-ndjson-path', report],
  ];
  const flags = ['--generation-deterministic', '--no-shrink', '--continue-on-failure'];
  // PostgreSQL cannot store NUL. Other tests send it in each text.
  settings.push(['--generation-allow-x00', 'false']);
  // Passkeys need a host name instead of an IP address.
  const document = new URL('/openapi.json', url);
  document.hostname = 'localhost';
  const { promise, resolve } = Promise.withResolvers<string>();
  const options = { cwd: directory, timeout: MAX_MS, maxBuffer: 2 ** 28 };
  // Its exit code is 1 if there is any finding.
  execFile(
    program,
    ['run', document.href, ...flags, ...settings.flat()],
    options,
    (_, out, error) => {
      resolve(out + error);
    },
  );
  const output = await promise;
  return readFindings(report).catch((error: unknown) => {
    throw new Error(`Schemathesis has written no report. ${output}`, { cause: error });
  });
}
