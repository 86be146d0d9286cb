// A server, a browser or a directory on a shared machine can pause for seconds. In CI a failed test runs once more;
// `npm test` lists the tests that passed only then, because each of them has a race that should be
// removed.
if (process.env.CI) import.meta.jest.retryTimes(1, { logErrorsBeforeRetry: true });
