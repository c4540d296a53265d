import type { DocentConfigInput } from '../../src/config/docent-config.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { CookieJar } from './cookie-jar.ts'
import { signInAtProvider } from './sign-in-at-provider.ts'
import { startProvider, type TestProvider } from './start-provider.ts'

type OpenId = NonNullable<NonNullable<DocentConfigInput['signIn']>['openid']>

export interface OpenIdScene extends AsyncDisposable {
  readonly server: TestServer
  readonly provider: TestProvider
  /** Asks the server for the page of the provider. */
  begin(jar: CookieJar, body?: object): Promise<string>
  /** The whole way. @returns the reply of the callback */
  signIn(login: string, jar?: CookieJar, body?: object): Promise<Response>
  /** Who is signed in. */
  session(jar: CookieJar): Promise<{ user: Record<string, unknown> | null; organizations: object[] }>
}

/** A server and the provider that it lets people sign in with. */
export async function openIdScene(
  openid: Partial<OpenId> = {},
  env: Record<string, string> = {},
): Promise<OpenIdScene> {
  const provider = await startProvider()
  const server = await startTestServer({
    config: {
      http: { port: 0, drainMs: 2_000 },
      organizations: [{ id: 'elsewhere' }],
      signIn: { openid: { name: 'Acme', issuer: provider.issuer, clientId: 'docent', ...openid } },
    },
    env: { DOCENT_OPENID_CLIENT_SECRET: 'a secret of the client', ...env },
  })
  const { url } = server
  provider.register(`${url}/api/session/openid/callback`)
  const post = (jar: CookieJar, body: object) =>
    jar.fetch(`${url}/api/session/openid`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const begin = async (jar: CookieJar, body = {}) => {
    const reply = await post(jar, body)
    const { url: address } = (await reply.json()) as { url?: string }
    if (address === undefined) throw new Error(`Beginning answered ${reply.status}.`)
    return address
  }
  return {
    server,
    provider,
    begin,
    async signIn(login, jar = new CookieJar(), body = {}) {
      const back = await signInAtProvider(jar, await begin(jar, body), login)
      return jar.fetch(back)
    },
    async session(jar) {
      const reply = await jar.fetch(`${url}/api/session`)
      return (await reply.json()) as Awaited<ReturnType<OpenIdScene['session']>>
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}

/** What a page says, without its style. */
export async function shown(reply: Response): Promise<string> {
  const page = await reply.text()
  const main = page.slice(page.indexOf('<main>')).replace(/<[^>]+>/g, ' ')
  return main.replace(/\s+/g, ' ').trim()
}
