import { factKey } from '@docent/content'
import type { IndexedName, Retriever } from '@docent/core/plugin'
import { expect } from 'vitest'
import type { ContractCase } from './contract-case.ts'
import { index, PROJECT, type RetrieverContext } from './retriever-context.ts'

const PAGES = [
  { path: '/serve', texts: ['Run `docent serve --port 8080`, or set `server.port`.', 'Set DOCENT_URL.'] },
  { path: '/staff', texts: ['Only `--unsafe-mode` and `SECRET_SWITCH` help.'], groups: ['staff'] },
]

/** Which names the documentation has, as far as the caller may read it. */
export const retrieverNameCases: readonly ContractCase<RetrieverContext>[] = [
  {
    name: 'knows names as whole tokens in their own case, whole and in parts',
    async run(context) {
      await index(context.retriever, PAGES)
      const known = ['--port', 'server.port', 'port', 'server', 'DOCENT_URL', 'docent', '/serve']
      expect(await knownNames(context, known)).toEqual(known)
      const unknown = ['--por', '--port-range', 'Server.port', 'server.ports', 'docent_url', 'DOCENT', 'URL']
      expect(await knownNames(context, unknown)).toEqual([])
    },
  },
  {
    name: 'knows which values stand beside an option',
    async run(context) {
      await index(context.retriever, [
        { path: '/a', texts: ['Set `http.drainMs` to 30 seconds.', 'A session ends after 90 minutes.'] },
        { path: '/b', texts: ['`lease.ms` is 45 seconds.'], groups: ['staff'] },
      ])
      const drain = factKey('http.drainMs', 'time:30000')
      const session = factKey('', 'time:5400000')
      const lease = factKey('lease.ms', 'time:45000')
      const wrong = [factKey('http.drainMs', 'time:5400000'), factKey('', 'time:31000')]
      expect(await knownNames(context, [drain, session, lease, ...wrong])).toEqual([drain, session])
      expect(await knownNames(context, [lease], ['staff'])).toEqual([lease])
    },
  },
  {
    name: 'answers every name that was asked, also before anything is indexed and after all is gone',
    async run({ retriever }) {
      const asked = ['--port', '--nothing-like-it']
      expect([...(await names(retriever, asked)).keys()]).toEqual(asked)
      await index(retriever, PAGES)
      expect([...(await names(retriever, asked)).keys()]).toEqual(asked)
      await retriever.drop(PROJECT)
      expect((await names(retriever, asked)).get('--port')?.isKnown).toBe(false)
    },
  },
  {
    name: 'offers no name but the nearest for a slip, and none for what is known or far from all',
    async run({ retriever }) {
      await index(retriever, PAGES)
      const found = await names(retriever, ['--prot', 'DOCENT_ULR', '--port', '--completely-other'])
      expect([undefined, '--port']).toContain(found.get('--prot')?.nearest)
      expect([undefined, 'DOCENT_URL']).toContain(found.get('DOCENT_ULR')?.nearest)
      expect(found.get('--port')).toEqual({ isKnown: true })
      expect(found.get('--completely-other')).toEqual({ isKnown: false })
    },
  },
  {
    name: 'shows nothing of pages that the caller may not read, neither known nor as a suggestion',
    async run(context) {
      const { retriever } = context
      await index(retriever, PAGES)
      const hidden = ['--unsafe-mode', 'SECRET_SWITCH']
      for (const groups of [undefined, [], ['guests'], ['STAFF'], ['*'], ['']])
        expect(await knownNames(context, hidden, groups)).toEqual([])
      expect(await knownNames(context, hidden, ['guests', 'staff'])).toEqual(hidden)
      const slip = await names(retriever, ['--unsafe-mod'])
      expect(slip.get('--unsafe-mod')).toEqual({ isKnown: false })
      const trusted = await names(retriever, ['--unsafe-mod'], { trustedGroups: ['staff'] })
      expect([undefined, '--unsafe-mode']).toContain(trusted.get('--unsafe-mod')?.nearest)
    },
  },
  {
    name: 'follows commits: a name goes with the last page that has it, or that opens it',
    async run(context) {
      const { retriever } = context
      await index(retriever, [...PAGES, { path: '/other', texts: ['Also `--port`, and `--only-here`.'] }])
      expect(await knownNames(context, ['--port', '--only-here'])).toEqual(['--port', '--only-here'])
      await index(retriever, [{ path: '/other', texts: ['Nothing, but `--brand-new`.'] }], 'r2')
      expect(await knownNames(context, ['--port', '--only-here', '--brand-new'])).toEqual([
        '--port',
        '--brand-new',
      ])
      await index(retriever, [{ path: '/serve', texts: ['`--port`'], groups: ['staff'] }], 'r3')
      expect(await knownNames(context, ['--port'])).toEqual([])
      expect(await knownNames(context, ['--port'], ['staff'])).toEqual(['--port'])
      const writer = await retriever.begin(PROJECT)
      await writer.remove(['other.mdx'])
      await writer.commit('r4')
      expect(await knownNames(context, ['--brand-new'], ['staff'])).toEqual([])
    },
  },
]

async function knownNames(
  { retriever }: RetrieverContext,
  asked: readonly string[],
  trustedGroups?: readonly string[],
): Promise<string[]> {
  const found = await names(retriever, asked, trustedGroups && { trustedGroups })
  return asked.filter((name) => found.get(name)?.isKnown)
}

async function names(
  retriever: Retriever,
  asked: readonly string[],
  options?: { trustedGroups: readonly string[] },
): Promise<ReadonlyMap<string, IndexedName>> {
  return await retriever.names(PROJECT, asked, options)
}
