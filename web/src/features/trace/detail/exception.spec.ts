import { readException, readStackLines } from './exception.js';

const timestamp = '2026-01-01T00:00:00+00:00';

describe('readException', () => {
  it('reads type, message and stack trace', () => {
    const attributes = {
      'exception.type': 'ValueError',
      'exception.message': 'bad city',
      'exception.stacktrace': 'Traceback',
    };
    expect(
      readException({ name: 'exception', message: 'bad city', timestamp, attributes }),
    ).toEqual({ type: 'ValueError', message: 'bad city', stackTrace: 'Traceback', timestamp });
  });

  it('keeps every other attribute', () => {
    const attributes = { 'exception.type': 'E', 'exception.escaped': true, code: 7 };
    expect(readException({ name: 'exception', message: '', timestamp, attributes })).toMatchObject({
      type: 'E',
      others: { 'exception.escaped': true, code: 7 },
    });
  });

  it('reads partial exceptions and ignores other events', () => {
    const event = { name: 'exception', message: 'm', timestamp, attributes: null };
    expect(readException(event)).toMatchObject({ message: 'm', type: undefined });
    expect(readException({ ...event, name: 'retry', attributes: { n: 1 } })).toBeUndefined();
  });
});

describe('readStackLines', () => {
  it('tells library frames from application code', () => {
    const lines = readStackLines(
      [
        'Traceback (most recent call last):',
        '  File "/srv/app/answer.py", line 12, in run',
        '    reply = client.post(url)',
        '  File "/usr/lib/python3.12/site-packages/httpx/_client.py", line 9, in post',
        '    return self.request("POST", url)',
        'httpx.ReadTimeout: timed out',
      ].join('\n'),
    );
    expect(lines.map((line) => line.library)).toEqual([false, false, false, true, true, false]);
  });
});
