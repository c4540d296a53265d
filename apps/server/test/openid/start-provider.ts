import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface TestProvider extends AsyncDisposable {
  readonly issuer: string
  /** What it says of people, by the name that they sign in with. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>
  /** Changes what stands in tokens before they are signed, as a provider at fault would. */
  tamper: ((claims: Record<string, unknown>) => Record<string, unknown>) | undefined
  /** Signs tokens with a key that the provider does not publish. */
  foreignKey: boolean
  /** Answers nothing but 500. */
  down: boolean
  /** Makes the client, once it is known where the server listens. */
  register(redirectUri: string): void
}

/** A real OpenID provider on this machine. Everybody signs in with a name and any password. */
export async function startProvider(): Promise<TestProvider> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  let respond: (req: IncomingMessage, res: ServerResponse) => void = (_req, res) => void res.end()
  const server = createServer((req, res) => respond(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people: TestProvider['people'] = new Map()
  const made = (redirectUri: string) =>
    new Provider(issuer, {
      clients: [
        { client_id: 'docent', client_secret: 'a secret of the client', redirect_uris: [redirectUri] },
      ],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'RS256' }] },
      cookies: { keys: ['cookies of the provider'] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'groups', 'realm_access'],
      },
      pkce: { required: () => false },
      features: {
        // Clients of the Model Context Protocol register themselves, and name the server that their token is for.
        registration: { enabled: true },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => [],
          useGrantedResource: () => true,
          getResourceServerInfo: (_context, resource) => ({
            scope: 'openid',
            audience: resource,
            accessTokenFormat: 'jwt',
          }),
        },
      },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: async () => ({ sub, ...people.get(sub) }),
      }),
    })
  let handle: typeof respond = respond
  const provider: TestProvider = {
    issuer,
    people,
    tamper: undefined,
    foreignKey: false,
    down: false,
    register(redirectUri) {
      handle = made(redirectUri).callback()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  respond = (req, res) => {
    if (provider.down) return void res.writeHead(500).end()
    if (req.url === '/token') changeToken(res, provider, provider.foreignKey ? foreign : privateKey)
    handle(req, res)
  }
  return provider
}

/** Signs the token of a reply anew. */
function changeToken(res: ServerResponse, provider: TestProvider, key: KeyObject): void {
  const end = res.end.bind(res)
  res.end = ((body: unknown) => {
    const text = String(body ?? '')
    const reply = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
    if (typeof reply.id_token !== 'string') return end(text)
    const [header = '', payload = ''] = reply.id_token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
    const changed = Buffer.from(JSON.stringify(provider.tamper?.(claims) ?? claims)).toString('base64url')
    const signature = sign('sha256', Buffer.from(`${header}.${changed}`), key).toString('base64url')
    const sent = JSON.stringify({ ...reply, id_token: `${header}.${changed}.${signature}` })
    res.setHeader('Content-Length', Buffer.byteLength(sent))
    return end(sent)
  }) as typeof res.end
}
