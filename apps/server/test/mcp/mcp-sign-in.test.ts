import { Accounts, projectId } from '@docent/core/plugin'
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CookieJar } from '../openid/cookie-jar.ts'
import { type OpenIdScene, openIdScene } from '../openid/openid-scene.ts'
import { signInAtProvider } from '../openid/sign-in-at-provider.ts'

let scene: OpenIdScene
beforeAll(async () => {
  scene = await openIdScene({ domains: ['acme.com'] })
  scene.provider.people.set('ada', { email: 'ada@acme.com', email_verified: true })
  scene.provider.people.set('eve', { email: 'eve@evil.example', email_verified: true })
  await scene.signIn('ada')
}, 60_000)
afterAll(() => scene[Symbol.asyncDispose]())

/** What a client keeps of a sign-in, and the page that it would open in a browser. */
class Keeper implements OAuthClientProvider {
  readonly redirectUrl = 'http://localhost:9/callback'
  opened: URL | undefined
  #client: OAuthClientInformationMixed | undefined
  #tokens: OAuthTokens | undefined
  #verifier = ''

  get clientMetadata() {
    return {
      client_name: 'test',
      redirect_uris: [this.redirectUrl],
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      scope: 'openid',
    }
  }
  clientInformation = () => this.#client
  saveClientInformation(client: OAuthClientInformationMixed) {
    this.#client = client
  }
  tokens = () => this.#tokens
  saveTokens(tokens: OAuthTokens) {
    this.#tokens = tokens
  }
  redirectToAuthorization(url: URL) {
    this.opened = url
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier
  }
  codeVerifier = () => this.#verifier
}

/** The whole way of a client: refused, sent to the provider, and back with a code. */
async function tokenOf(login: string, domain = 'docs'): Promise<{ keeper: Keeper; token: string }> {
  const keeper = new Keeper()
  const url = new URL(`${scene.server.url}/mcp/${domain}`)
  const transport = new StreamableHTTPClientTransport(url, { authProvider: keeper })
  await expect(new Client({ name: 'test', version: '1' }).connect(transport)).rejects.toThrow(
    UnauthorizedError,
  )
  const back = new URL(await signInAtProvider(new CookieJar(), keeper.opened?.href ?? '', login))
  await transport.finishAuth(back.searchParams)
  return { keeper, token: keeper.tokens()?.access_token ?? '' }
}

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

async function statusOf(token: string, domain = 'docs', path = '/mcp') {
  const body = path === '/mcp' ? list : { query: 'a' }
  const { status } = await scene.server.call('POST', `${path}/${domain}`, { key: token, body })
  return status
}

describe('a client of MCP without a key', () => {
  it('signs in at the provider that the server names, and reads the documentation', async () => {
    const { keeper } = await tokenOf('ada')
    const client = new Client({ name: 'test', version: '1' })
    const url = new URL(`${scene.server.url}/mcp/docs`)
    await client.connect(new StreamableHTTPClientTransport(url, { authProvider: keeper }))
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('search')
    expect((await client.callTool({ name: 'list_pages', arguments: {} })).isError).toBeUndefined()
    await client.close()
  })

  it('learns where to sign in, also in a browser, and nothing of which projects exist', async () => {
    const reply = await scene.server.call('POST', '/mcp/docs', { key: null, body: list })
    const address = `${scene.server.url}/.well-known/oauth-protected-resource/mcp/docs`
    expect(reply.status).toBe(401)
    expect(reply.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${address}"`)
    expect(reply.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
    const metadata = await fetch(address)
    expect(metadata.headers.get('access-control-allow-origin')).toBe('*')
    expect(await metadata.json()).toEqual({
      resource: `${scene.server.url}/mcp/docs`,
      authorization_servers: [scene.provider.issuer],
      bearer_methods_supported: ['header'],
      scopes_supported: ['openid'],
    })
    expect((await fetch(address.replace(/docs$/, 'nothing'))).status).toBe(200)
    expect((await scene.server.call('POST', '/mcp/nothing', { key: null, body: list })).status).toBe(401)
  })

  it('gets nothing with a token for another project, or for another operation', async () => {
    const { token } = await tokenOf('ada')
    expect(await statusOf(token)).toBe(200)
    expect(await statusOf(token, 'other')).toBe(401)
    expect(await statusOf(token, 'docs', '/discovery/v1/search')).toBe(401)
    // The token is for this project, and its person is no member of the organization that has it.
    const other = await tokenOf('ada', 'other')
    expect(await statusOf(other.token, 'other')).toBe(401)
  })

  it('gets nothing as somebody without an account, and as somebody who has left', async () => {
    const { token } = await tokenOf('eve')
    expect(await statusOf(token)).toBe(401)
    const { token: own } = await tokenOf('ada')
    const accounts = scene.server.running.docent.resolve<Accounts>(Accounts)
    const { organizationId } = await organization()
    const ada = await accounts.findByEmail('ada@acme.com')
    await accounts.removeMember(organizationId, ada?.id as never)
    expect(await statusOf(own)).toBe(401)
    await scene.signIn('ada')
  })

  it('gets nothing with a token that was changed, that another signed, or that is over', async () => {
    const { token } = await tokenOf('ada')
    const [head = '', payload = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const unsigned = `${encoded({ alg: 'none', typ: 'at+jwt' })}.${payload}.`
    for (const forged of [
      `${head}.${encoded({ ...claims, sub: 'owner' })}.${signature}`,
      `${head}.${encoded({ ...claims, exp: 1 })}.${signature}`,
      unsigned,
      `${unsigned}${signature}`,
      `${head}.${payload}.${signature.slice(0, -4)}AAAA`,
    ])
      expect(await statusOf(forged)).toBe(401)
  })
})

async function organization() {
  const project = await scene.server.running.services.findProject.forReaders(projectId('docs'))
  return project
}
