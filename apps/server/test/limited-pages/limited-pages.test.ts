import { defined, type Retriever } from '@docent/core/plugin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, type Heard, OUTSIDERS, STAFF, send } from './caller.ts'
import { LIMITED, SECRETS, SITE } from './limited-docs.ts'
import { type LimitedDocsServer, limitedDocsServer } from './limited-docs-server.ts'
import { WAYS, type Way } from './ways-around.ts'

let server: LimitedDocsServer

beforeAll(async () => {
  server = await limitedDocsServer()
})
afterAll(() => server[Symbol.asyncDispose]())

/** What was heard of what the caller may not know. A prompt may name the address: the caller named it first. */
function leaks(heard: readonly Heard[]): string[] {
  const replies = heard.filter(({ status }) => status !== 0)
  return [
    ...SECRETS.filter((secret) =>
      heard.some(({ text }) => text.toLowerCase().includes(secret.toLowerCase())),
    ),
    ...(replies.some(({ text }) => text.includes(SITE + LIMITED)) ? ['a link'] : []),
  ]
}

const leaksOf = async (way: Way, caller: Caller, at = server) => leaks(await way.run(at, caller))

describe.each(WAYS.map((way) => [way.name, way] as const))('%s', (_name, way) => {
  it('shows limited pages to who may see them', async () => {
    const seen = await leaksOf(way, STAFF)
    expect(seen).not.toEqual([])
    // Groups that cannot be read are nobody's.
    expect(seen).not.toContain('cinnabar')
  })

  it.each(OUTSIDERS.map((caller) => [caller.name, caller] as const))(
    'tells nothing to %s',
    async (_, caller) => {
      const heard = await way.run(server, caller)
      expect(leaks(heard)).toEqual([])
      expect(heard.filter(({ status }) => status >= 500)).toEqual([])
    },
  )
})

describe('a limited page', () => {
  it('cannot be told from one that is not there', async () => {
    for (const caller of OUTSIDERS) {
      const groups = defined({ groups: caller.groups })
      const read = async (path: string) => {
        const { status, text } = await send(server, caller, '/discovery/v1/page/docs', { path, ...groups })
        return [status, text.replaceAll(path, 'PATH').replace(/"requestId":"[^"]*"/, '')]
      }
      expect(await read(LIMITED)).toEqual(await read('/staff/nothing'))
    }
  })

  it.each([
    'lantern wick vault',
    'zirconium',
    'lantern zirconium',
    'lantern zirconjum',
    'zirconium wick of a lantern',
    '7391-QX',
    'lantern keeper ledger',
    'wick obsidian',
    'staff',
  ])('leaves no trace in the results for "%s"', async (query) => {
    const found = async (project: string) => {
      const body = { query, pageSize: 50 }
      return JSON.parse(
        (await send(server, { name: '', key: 'open' }, `/discovery/v1/search/${project}`, body)).text,
      )
    }
    expect(await found('docs')).toEqual(await found('open'))
  })

  it('is in no list of pages', async () => {
    const caller: Caller = { name: '', key: 'open' }
    const paths = ['/openapi.json', '/health/ready', '/sitemap.xml', '/llms.txt', '/site/docs', '/mcp/docs']
    const heard = await Promise.all(paths.map((path) => send(server, caller, path, undefined, 'GET')))
    expect(leaks(heard)).toEqual([])
    const tools = await send(server, caller, '/mcp/docs', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
    expect(tools.text).toContain('get_page')
    expect(leaks([tools])).toEqual([])
  })
})

describe('a conversation about a limited page', () => {
  it('is rated only by who could continue it, and read by admin keys alone', async () => {
    const way = WAYS.find(({ name }) => name.startsWith('continuing'))
    await way?.run(server, STAFF)
    const path = '/v1/analytics/docs/assistant'
    const list = await send(server, { name: '', key: 'admin' }, path, undefined, 'GET')
    expect(list.status).toBe(200)
    expect(list.text).toContain('zirconium')
    const [thread] = JSON.parse(list.text).conversations as { threadId: string }[]
    const paths = [
      path,
      `${path}/threads/${thread?.threadId}`,
      `${path}/searches`,
      `${path}/feedback`,
      `${path}/gaps`,
    ]
    for (const caller of [...OUTSIDERS, STAFF]) {
      const heard = await Promise.all(paths.map((each) => send(server, caller, each, undefined, 'GET')))
      expect(heard.map(({ status }) => status)).toEqual(paths.map(() => 403))
      expect(leaks(heard)).toEqual([])
    }
  })
})

describe('the ways around find', () => {
  const asStaff = { trustedGroups: ['staff'] }
  const faults: readonly [string, (retriever: Retriever) => Partial<Retriever>, string[]][] = [
    [
      'a search that forgets the groups',
      (inner) => ({
        search: (project, query, options) =>
          inner.search(project, { ...query, filter: { ...query.filter, ...asStaff } }, options),
      }),
      ['searching', 'searching over MCP', 'asking a model that searches, reads and cites all it can (v2)'],
    ],
    [
      'a search that forgets the groups beside other filters',
      (inner) => ({
        search: (project, { filter = {}, ...query }, options) => {
          const isFiltered = filter.tag !== undefined || filter.version !== undefined
          const used = isFiltered ? { ...filter, ...asStaff } : filter
          return inner.search(project, { ...query, filter: used }, options)
        },
      }),
      ['searching with the other filters of a limited page'],
    ],
    [
      'a page that forgets the groups',
      (inner) => ({
        page: (project, path, options) => inner.page(project, path, { ...options, ...asStaff }),
      }),
      [
        'reading a page by every writing of its path',
        'reading a page over MCP',
        'asking a model that searches, reads and cites all it can (v1)',
      ],
    ],
    [
      'a page that is strict about one writing of its path alone',
      (inner) => ({
        page: async (project, path, options) =>
          (await inner.page(project, path, options)) ??
          (path === LIMITED
            ? undefined
            : inner.page(project, path.replace('%76', 'v').replace(/\/$/, ''), { ...options, ...asStaff })),
      }),
      ['reading a page by every writing of its path'],
    ],
  ]

  it.each(faults)('%s', async (_fault, change, names) => {
    await using broken = await limitedDocsServer((inner) => {
      const changed = change(inner)
      return new Proxy(inner, {
        get: (target, name) => {
          const member = Reflect.get(changed, name) ?? Reflect.get(target, name)
          return typeof member === 'function' ? member.bind(target) : member
        },
      })
    })
    const forger = OUTSIDERS[2] as Caller
    const found: string[] = []
    // One after the other: they share the model.
    for (const way of WAYS.filter(({ name }) => names.includes(name)))
      if ((await leaksOf(way, forger, broken)).length > 0) found.push(way.name)
    expect(found.sort()).toEqual(names.toSorted())
  })
})
