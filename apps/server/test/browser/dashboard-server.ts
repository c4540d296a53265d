import type { Browser } from 'playwright-core'
import { providerPlugins } from '../../src/plugins/default-plugins.ts'
import { signIn, type TestSession } from '../sign-in.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { launchChromium } from './chromium.ts'

export interface DashboardServer extends AsyncDisposable {
  readonly server: TestServer
  readonly browser: Browser
  readonly owner: TestSession
}

/** A server whose owner is signed in and has asked one question, and a browser. */
export async function startDashboardServer(): Promise<DashboardServer> {
  const server = await startTestServer({
    morePlugins: providerPlugins(),
    env: { OPENAI_MODEL: 'of-the-environment' },
  })
  const browser = await launchChromium()
  const owner = await signIn(server, 'owner')
  const question = { id: '1', role: 'user', parts: [{ type: 'text', text: 'How do I start?' }] }
  await server.call('POST', '/api/projects/docs/assistant/message', {
    key: null,
    headers: owner.headers,
    body: { fp: 'reader', messages: [question] },
  })
  return {
    server,
    browser,
    owner,
    async [Symbol.asyncDispose]() {
      await browser.close()
      await server[Symbol.asyncDispose]()
    },
  }
}
