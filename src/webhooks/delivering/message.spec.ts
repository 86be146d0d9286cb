import { Webhook } from 'standardwebhooks';
import { signMessage, writeBody } from './webhook-message.js';

const MESSAGE = {
  messageId: 'msg_1',
  type: 'alert.firing',
  summary: 'Alert "<!channel> & co"',
  path: '/projects/1/alerts',
  data: '{"value":0.5}',
  createdAt: '2026-03-01T10:00:00+00:00',
};
const ROOT = 'https://spandrel.example.com';

describe('a message', () => {
  it('has a signature that the published library accepts', () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const body = writeBody('STANDARD', MESSAGE, ROOT);
    const headers = signMessage(secret, 'msg_1', body, new Date());
    expect(new Webhook(secret).verify(body, headers)).toEqual({
      type: 'alert.firing',
      timestamp: '2026-03-01T10:00:00+00:00',
      data: { value: 0.5, summary: MESSAGE.summary, url: `${ROOT}/projects/1/alerts` },
    });
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature');
  });

  it('cannot mention people of a Slack-compatible receiver', () => {
    expect(JSON.parse(writeBody('SLACK', MESSAGE, ROOT))).toEqual({
      text: `Alert "&lt;!channel&gt; &amp; co"\n<${ROOT}/projects/1/alerts|Open in Spandrel>`,
    });
  });
});
