import { spawnServer } from '../support/child-server.js';
import { messageOf } from '../support/refused-env.js';
import { canaryServer } from './canary-server.js';

describe('credentials', () => {
  const { environment } = canaryServer();

  it('appear nowhere when the server cannot start', async () => {
    const refused = { ...environment('canary-x'), SPANDREL_SECRET: 'canary' };
    const outputs = await Promise.all(
      [environment('canary-wrong-password'), refused].map(async (env) => {
        const child = await spawnServer({ env });
        expect(await child.exited).toBe(1);
        return child.output();
      }),
    );
    expect(outputs[1]).toContain(messageOf(refused));
    for (const output of outputs) {
      expect(output).toContain('SPANDREL_');
      expect(output).not.toContain('canary');
    }
  });
});
