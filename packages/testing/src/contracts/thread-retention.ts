import type { ThreadStore } from '@docent/core/plugin'
import { expect } from 'vitest'
import type { ContractCase, ContractContext } from './contract-case.ts'
import { down, idOf, other, project, searchOf, seed, T0, threadOf, turnOf } from './thread-drafts.ts'

interface Context extends ContractContext {
  readonly store: ThreadStore
  peer?(): ThreadStore | Promise<ThreadStore>
}

/** What goes when a visitor, a turn or time goes. */
export const threadRetentionCases: readonly ContractCase<Context>[] = [
  {
    name: 'drops what was said about a turn together with the turn',
    async run({ store }) {
      await seed(store, 1, {}, [{ id: 'a' }])
      await store.rate(idOf(1), 'a', down)
      await store.append(idOf(1), turnOf({ id: 'b' }), { replaceLast: true })
      expect((await store.feedbackOf(idOf(1))).size).toBe(0)
      expect((await store.feedback(project, { limit: 10 })).entries).toEqual([])
    },
  },
  {
    name: 'forgets the searches of one visitor of one project, and those that are older',
    async run({ store }) {
      await store.recordSearch(searchOf({ fp: 'ann é', query: 'forgotten' }))
      await store.recordSearch(searchOf({ fp: 'ann', query: 'kept' }))
      await store.recordSearch(searchOf({ fp: 'ann é', query: 'elsewhere', projectId: other }))
      await store.recordSearch(searchOf({ fp: 'ann', query: 'newer', createdAt: T0 + 5 }))
      const queries = async (of = project) =>
        (await store.searches(of, { limit: 9 })).entries.map(({ query }) => query)
      expect(await store.forget(project, 'ann é')).toBe(0)
      expect(await queries()).toEqual(['kept', 'newer'])
      expect(await queries(other)).toEqual(['elsewhere'])
      expect(await store.prune(T0 + 5)).toBe(0)
      expect(await queries()).toEqual(['newer'])
      expect(await queries(other)).toEqual([])
    },
  },
  {
    name: 'forgets one visitor of one project, with everything that was said and searched',
    async run({ store }) {
      await seed(store, 1, { fp: 'ann é' }, [{ id: 'a', searches: ['key'], outcome: 'unanswered' }])
      await seed(store, 2, { fp: 'ann é' }, [{ id: 'b' }])
      await seed(store, 3, { fp: 'ann' }, [{ id: 'c', searches: [] }])
      await seed(store, 4, { fp: 'ann é', projectId: other }, [{ id: 'd' }])
      await store.rate(idOf(1), 'a', down)
      expect(await store.forget(project, 'ann é')).toBe(2)
      expect(await store.forget(project, 'ann é')).toBe(0)
      expect(await store.get(project, idOf(1))).toBeUndefined()
      expect(await store.turns(idOf(1), 10)).toEqual([])
      expect((await store.feedback(project, { limit: 9 })).entries).toEqual([])
      expect((await store.searches(project, { limit: 9 })).entries).toEqual([])
      expect(await store.unanswered(project, { limit: 9 })).toEqual([])
      expect((await store.conversations(project, { limit: 9 })).entries.map(({ id }) => id)).toEqual([
        idOf(3),
      ])
      expect(await store.turns(idOf(4), 10)).toHaveLength(1)
    },
  },
  {
    name: 'prunes conversations whose newest turn is older, and keeps the others whole',
    async run({ store }) {
      await seed(store, 1, { createdAt: T0 }, [{ id: 'a', createdAt: T0 + 1 }])
      await seed(store, 2, { createdAt: T0 }, [
        { id: 'b', createdAt: T0 + 1 },
        { id: 'c', createdAt: T0 + 5 },
      ])
      await store.create(threadOf(3, { createdAt: T0 }))
      for (let n = 100; n < 350; n++) await store.create(threadOf(n, { createdAt: T0 }))
      expect(await store.prune(T0 + 5)).toBe(252)
      expect(await store.prune(T0 + 5)).toBe(0)
      expect(await store.get(project, idOf(1))).toBeUndefined()
      expect(await store.turns(idOf(2), 10)).toHaveLength(2)
    },
  },
]
