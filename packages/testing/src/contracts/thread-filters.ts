import type { ConversationQuery, ThreadStore } from '@docent/core/plugin'
import { expect } from 'vitest'
import type { ContractCase, ContractContext } from './contract-case.ts'
import { cursorOf, down, idOf, other, project, seed, T0, up } from './thread-drafts.ts'

interface Context extends ContractContext {
  readonly store: ThreadStore
}

type Filter = Omit<ConversationQuery, 'limit'>

const source = (path: string) => ({ path, url: `https://docs.acme.com/${path}`, title: 'A page' })

async function idsOf(store: ThreadStore, filter: Filter) {
  const { entries } = await store.conversations(project, { limit: 10, ...filter })
  return entries.map(({ id }) => id)
}

/** Which conversations an operator finds. */
export const threadFilterCases: readonly ContractCase<Context>[] = [
  {
    name: 'finds conversations with an answer that was rated so',
    async run({ store }) {
      for (const n of [1, 2, 3])
        await seed(store, n, { createdAt: T0 + n }, [{ id: `a${n}` }, { id: `b${n}` }])
      await store.rate(idOf(1), 'a1', up)
      await store.rate(idOf(1), 'b1', down)
      await store.rate(idOf(2), 'b2', up)
      expect(await idsOf(store, { rating: 'up' })).toEqual([idOf(2), idOf(1)])
      expect(await idsOf(store, { rating: 'down' })).toEqual([idOf(1)])
    },
  },
  {
    name: 'finds conversations by part of a question or an answer, in capitals or not, and as it is written',
    async run({ store }) {
      await seed(store, 1, { createdAt: T0 + 1 }, [
        { id: 'a', question: 'Where is it?', answer: 'There.' },
        { id: 'b', question: 'How do I Rotate a KEY?' },
      ])
      await seed(store, 2, { createdAt: T0 + 2 }, [{ id: 'c', answer: 'Set `rotate a key` to 50%_ of it.' }])
      await seed(store, 3, { projectId: other }, [{ id: 'd', question: 'rotate a key' }])
      expect(await idsOf(store, { text: 'rotate a key' })).toEqual([idOf(2), idOf(1)])
      expect(await idsOf(store, { text: 'WHERE IS' })).toEqual([idOf(1)])
      expect(await idsOf(store, { text: '0%_' })).toEqual([idOf(2)])
      expect(await idsOf(store, { text: '%' })).toEqual([idOf(2)])
      expect(await idsOf(store, { text: 'r_tate' })).toEqual([])
      expect(await idsOf(store, { text: "'); DROP" })).toEqual([])
    },
  },
  {
    name: 'finds conversations by part of the path of a page that was open or is cited',
    async run({ store }) {
      await seed(store, 1, { createdAt: T0 + 1 }, [{ id: 'a', asked: { currentPath: '/guides/keys' } }])
      await seed(store, 2, { createdAt: T0 + 2 }, [
        { id: 'b', sources: [source('index.mdx'), source('Guides/keys.mdx')] },
      ])
      await seed(store, 3, { createdAt: T0 + 3 }, [{ id: 'c', question: 'guides/keys' }])
      expect(await idsOf(store, { page: 'guides/KEYS' })).toEqual([idOf(2), idOf(1)])
      expect(await idsOf(store, { page: 'index' })).toEqual([idOf(2)])
    },
  },
  {
    name: 'finds conversations of which one turn has all that is asked for',
    async run({ store }) {
      await seed(store, 1, { createdAt: T0 + 1 }, [
        { id: 'a', question: 'A key?', outcome: 'unanswered' },
        { id: 'b', question: 'A page?', sources: [source('keys.md')] },
      ])
      await seed(store, 2, { createdAt: T0 + 2 }, [
        { id: 'c', question: 'A key?', outcome: 'unanswered', sources: [source('keys.md')] },
      ])
      await store.rate(idOf(1), 'b', down)
      await store.rate(idOf(2), 'c', down)
      expect(await idsOf(store, { text: 'a key', outcome: 'unanswered' })).toEqual([idOf(2), idOf(1)])
      expect(await idsOf(store, { text: 'a key', page: 'keys.md' })).toEqual([idOf(2)])
      expect(await idsOf(store, { outcome: 'unanswered', rating: 'down' })).toEqual([idOf(2)])
    },
  },
  {
    name: 'pages through what was found, however far apart it is',
    async run({ store }) {
      const found = [3, 600, 601, 1_050]
      const made = Array.from({ length: 1_100 }, (_, index) => {
        const question = found.includes(index) ? 'Needle?' : 'Hay?'
        return seed(store, index, { createdAt: T0 + index }, [{ id: `t${index}`, question }])
      })
      await Promise.all(made)
      const filter = { text: 'needle', limit: 2 }
      const first = await store.conversations(project, filter)
      const second = await store.conversations(project, { ...filter, cursor: cursorOf(first) })
      const ids = [first, second].flatMap(({ entries }) => entries.map(({ id }) => id))
      expect(ids).toEqual(found.toReversed().map(idOf))
      expect(second.nextCursor).toBeNull()
    },
  },
]
