import { UNREADABLE_GROUP } from '@docent/content'
import { defined } from '@docent/core/plugin'
import { expect } from 'vitest'
import { indexedPage } from '../material/retriever-pages.ts'
import type { ContractCase } from './contract-case.ts'
import { find, index, PROJECT, type RetrieverContext } from './retriever-context.ts'

const PAGES = [
  { path: '/open', texts: ['lantern'] },
  { path: '/staff', title: 'Lantern', texts: ['lantern lantern'], groups: ['staff'] },
  { path: '/both', title: 'Lantern', texts: ['lantern lantern'], groups: ['staff', 'admins'] },
]

/** Pages limited to groups stay hidden, whichever way one asks. */
export const retrieverGroupCases: readonly ContractCase<RetrieverContext>[] = [
  {
    name: 'finds a page that is limited to groups only with a trusted one of them',
    async run({ retriever }) {
      await index(retriever, PAGES)
      const found = async (trustedGroups?: string[]) =>
        (await find(retriever, 'lantern', defined({ trustedGroups }))).sort()
      expect(await found()).toEqual(['/open'])
      expect(await found([])).toEqual(['/open'])
      expect(await found(['guests'])).toEqual(['/open'])
      expect(await found(['admins'])).toEqual(['/both', '/open'])
      expect(await found(['guests', 'staff'])).toEqual(['/both', '/open', '/staff'])
    },
  },
  {
    name: 'compares groups exactly: no case, no part, no pattern, no empty name',
    async run({ retriever }) {
      await index(retriever, PAGES)
      for (const group of [
        'STAFF',
        'staf',
        'staff ',
        'sta%',
        '*',
        '',
        'staff,admins',
        'null',
        "staff' OR 'a'='a",
      ]) {
        expect([group, await find(retriever, 'lantern', { trustedGroups: [group] })]).toEqual([
          group,
          ['/open'],
        ])
        expect(await retriever.page(PROJECT, '/staff', { trustedGroups: [group] })).toBeUndefined()
      }
    },
  },
  {
    name: 'lets groups narrow and never widen',
    async run({ retriever }) {
      await index(retriever, PAGES)
      expect(await find(retriever, 'lantern', { groups: ['staff'] })).toEqual([])
      expect(await find(retriever, 'lantern', { groups: ['staff'], trustedGroups: ['guests'] })).toEqual([])
      expect(await find(retriever, 'lantern', { groups: ['admins'], trustedGroups: ['staff'] })).toEqual([
        '/both',
      ])
      expect(await find(retriever, 'lantern', { groups: ['staff'], trustedGroups: ['admins'] })).toEqual([
        '/both',
      ])
      expect(await find(retriever, 'lantern', { groups: ['guests'], trustedGroups: ['staff'] })).toEqual([])
      expect(await find(retriever, 'lantern', { groups: [] })).toEqual(['/open'])
    },
  },
  {
    name: 'gives the whole page only to a trusted group',
    async run({ retriever }) {
      await index(retriever, PAGES)
      expect(await retriever.page(PROJECT, '/staff')).toBeUndefined()
      expect(await retriever.page(PROJECT, '/staff', { trustedGroups: [] })).toBeUndefined()
      expect(await retriever.page(PROJECT, '/staff', { trustedGroups: ['admins'] })).toBeUndefined()
      expect((await retriever.page(PROJECT, '/staff', { trustedGroups: ['staff'] }))?.path).toBe('/staff')
      expect((await retriever.page(PROJECT, '/open', { trustedGroups: ['staff'] }))?.path).toBe('/open')
    },
  },
  {
    name: 'lists the pages that the groups may see',
    async run({ retriever }) {
      if (retriever.pages === undefined) return
      expect(await retriever.pages(PROJECT)).toEqual([])
      await index(retriever, PAGES)
      const listed = async (trustedGroups?: string[]) => {
        const pages = (await retriever.pages?.(PROJECT, trustedGroups && { trustedGroups })) ?? []
        return pages.map(({ path }) => path).sort()
      }
      expect(await listed()).toEqual(['/open'])
      expect(await listed(['guests', 'STAFF', ''])).toEqual(['/open'])
      expect(await listed(['admins'])).toEqual(['/both', '/open'])
      const [open] = await retriever.pages(PROJECT)
      const page = await retriever.page(PROJECT, '/open')
      expect(open).toMatchObject({ path: '/open', file: page?.file, title: page?.title })
    },
  },
  {
    name: 'hides limited pages from the search that forgives slips, from the viewed page and from other filters',
    async run({ retriever }) {
      await index(retriever, [
        { path: '/open', texts: ['anchor'], version: 'v1' },
        { path: '/staff', texts: ['lantern'], groups: ['staff'], version: 'v1', language: 'en', tags: ['t'] },
      ])
      expect(await find(retriever, 'lanternn')).toEqual([])
      expect(await find(retriever, 'lantern', {}, { currentPath: '/staff' })).toEqual([])
      expect(await find(retriever, 'lantern', { version: 'v1', language: 'en', tag: 't' })).toEqual([])
      expect(await find(retriever, 'lantern', {}, { limit: 200, perPage: 200 })).toEqual([])
    },
  },
  {
    name: 'hides a page with the commit that limits it, and opens it with the commit that opens it',
    async run({ retriever }) {
      await index(retriever, [{ path: '/a', texts: ['lantern'] }])
      expect(await find(retriever, 'lantern')).toEqual(['/a'])
      await index(retriever, [{ path: '/a', texts: ['lantern'], groups: ['staff'] }], 'r2')
      expect(await find(retriever, 'lantern')).toEqual([])
      expect(await retriever.page(PROJECT, '/a')).toBeUndefined()
      expect(await find(retriever, 'lantern', { trustedGroups: ['staff'] })).toEqual(['/a'])
      await index(retriever, [{ path: '/a', texts: ['lantern'] }], 'r3')
      expect(await find(retriever, 'lantern')).toEqual(['/a'])
    },
  },
  {
    name: 'gives a hidden page to those who name its address, and to nobody who searches, lists, or asks for names',
    async run({ retriever }) {
      await index(retriever, [
        { path: '/open', texts: ['lantern'] },
        { path: '/by-address', title: 'Lantern', texts: ['lantern `wickLength`'], hidden: true },
        { path: '/staff-by-address', texts: ['lantern'], hidden: true, groups: ['staff'] },
      ])
      const trustedGroups = ['staff', UNREADABLE_GROUP]
      expect(await find(retriever, 'lantern', { trustedGroups })).toEqual(['/open'])
      expect(await retriever.page(PROJECT, '/by-address', { trustedGroups })).toBeUndefined()
      expect((await retriever.page(PROJECT, '/by-address', { withHidden: true }))?.path).toBe('/by-address')
      expect(await retriever.page(PROJECT, '/staff-by-address', { withHidden: true })).toBeUndefined()
      const listed = (await retriever.pages?.(PROJECT, { trustedGroups })) ?? []
      expect(listed.map(({ path }) => path).filter((path) => path !== '/open')).toEqual([])
      const names = await retriever.names(PROJECT, ['wickLength', 'wickLengths'], { trustedGroups })
      for (const name of names.values()) expect(name).toEqual({ isKnown: false })
    },
  },
  {
    name: 'takes the groups of the page, even when a passage says less',
    async run({ retriever }) {
      const { page, passages, hash } = indexedPage({ path: '/staff', texts: ['lantern'], groups: ['staff'] })
      const writer = await retriever.begin(PROJECT)
      await writer.write([{ page, passages: passages.map((passage) => ({ ...passage, groups: [] })), hash }])
      await writer.commit('r1')
      expect(await find(retriever, 'lantern')).toEqual([])
      expect(await find(retriever, 'lantern', { trustedGroups: ['staff'] })).toEqual(['/staff'])
    },
  },
  {
    name: 'shows a page whose groups could not be read to nobody',
    async run({ retriever }) {
      await index(retriever, [{ path: '/a', texts: ['lantern'], groups: [UNREADABLE_GROUP] }])
      const trustedGroups = [UNREADABLE_GROUP]
      expect(await find(retriever, 'lantern')).toEqual([])
      expect(await find(retriever, 'lantern', { trustedGroups })).toEqual([])
      expect(await retriever.page(PROJECT, '/a', { trustedGroups })).toBeUndefined()
    },
  },
]
