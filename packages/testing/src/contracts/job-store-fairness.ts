import { organizationId, projectId } from '@docent/core/plugin'
import { expect } from 'vitest'
import { claimAny, draftJob, finish, type JobStoreCase, LEASE_MS } from './job-store-context.ts'

const NO_LIMITS = { organizations: {}, projects: {} }
const of = (project: string, organization = 'default') => ({
  projectId: projectId(project),
  organizationId: organizationId(organization),
})

/** Who gets the next worker when several projects wait. */
export const fairnessCases: readonly JobStoreCase[] = [
  {
    name: 'hands out jobs of a small project beside the many of another',
    async run({ store, peer, advance }) {
      for (let n = 0; n < 8; n += 1) await store.create(draftJob(`many${n}`, of('many')))
      for (let n = 0; n < 3; n += 1) await store.create(draftJob(`few${n}`, of('few')))
      const order: string[] = []
      for (let n = 0; n < 6; n += 1) {
        advance(1)
        order.push((await claimAny(n % 2 ? peer : store)).job.id)
      }
      expect(order.filter((id) => id.startsWith('few')).length).toBe(3)
      expect(order.filter((id) => id.startsWith('many'))).toEqual(['many0', 'many1', 'many2'])
    },
  },
  {
    name: 'serves projects in turn when one worker does everything',
    async run({ store, advance }) {
      for (const project of ['a', 'b', 'c'])
        for (let n = 0; n < 2; n += 1) await store.create(draftJob(`${project}${n}`, of(project)))
      const order: string[] = []
      for (let n = 0; n < 6; n += 1) {
        advance(1)
        const claim = await claimAny(store)
        order.push(claim.job.projectId)
        advance(1)
        await finish(store, claim)
      }
      expect(order.slice(0, 3).sort()).toEqual(['a', 'b', 'c'])
      expect(order.slice(3)).toEqual(order.slice(0, 3))
    },
  },
  {
    name: 'serves organizations in turn, however many projects each has',
    async run({ store, advance }) {
      for (const project of ['a1', 'a2', 'a3']) await store.create(draftJob(project, of(project, 'a')))
      for (let n = 0; n < 3; n += 1) await store.create(draftJob(`b${n}`, of('b', 'b')))
      const order: string[] = []
      for (let n = 0; n < 4; n += 1) {
        advance(1)
        order.push((await claimAny(store)).job.organizationId)
      }
      expect(order.sort()).toEqual(['a', 'a', 'b', 'b'])
    },
  },
  {
    name: 'gives a project with twice the share twice as many workers',
    async run({ store, advance }) {
      for (const project of ['a', 'b'])
        for (let n = 0; n < 6; n += 1) await store.create(draftJob(`${project}${n}`, of(project)))
      const shares = { organizations: {}, projects: { a: { share: 2 } } }
      let ofA = 0
      for (let n = 0; n < 6; n += 1) {
        advance(1)
        const claim = await store.claim('w', LEASE_MS, { shares })
        if (claim?.job.projectId === 'a') ofA += 1
      }
      expect(ofA).toBe(4)
    },
  },
  {
    name: 'keeps to the limits of running jobs, of a project and of an organization, and wakes nobody for nothing',
    async run({ store, peer, advance }) {
      for (let n = 0; n < 3; n += 1) await store.create(draftJob(`a${n}`, of('a', 'one')))
      for (let n = 0; n < 3; n += 1) await store.create(draftJob(`b${n}`, of('b', 'one')))
      for (const [shares, most] of [
        [{ ...NO_LIMITS, runningPerProject: 1 }, 2],
        [{ ...NO_LIMITS, organizations: { one: { running: 1 } } }, 1],
        [{ ...NO_LIMITS, projects: { a: { running: 0 }, b: { running: 2 } } }, 2],
      ] as const) {
        const claims = []
        for (let n = 0; n < 4; n += 1) {
          advance(1)
          const claim = await peer.claim('w', LEASE_MS, { shares })
          if (claim) claims.push(claim)
        }
        expect(claims.length).toBe(most)
        const began = performance.now()
        await store.waitForWork(50, { shares })
        expect(performance.now() - began).toBeGreaterThan(40)
        for (const { lease } of claims) await store.release(lease)
      }
    },
  },
  {
    name: 'lets people go before automations of their project, and automations before newer people at last',
    async run({ store, advance }) {
      await store.create(draftJob('automation'))
      advance(1)
      await store.create(draftJob('person', { userId: 'ada' }))
      expect((await claimAny(store)).job.id).toBe('person')
      advance(3_600_000)
      await store.create(draftJob('later', { userId: 'ada' }))
      // What a worker left comes before both.
      expect((await claimAny(store)).job.id).toBe('person')
      expect((await claimAny(store)).job.id).toBe('automation')
      expect((await claimAny(store)).job.id).toBe('later')
    },
  },
  {
    name: 'says where jobs stand in line, and when they begin',
    async run({ store, peer, advance }) {
      const { projectId: project } = of('a')
      if (!store.places) return
      for (let n = 0; n < 5; n += 1) await store.create(draftJob(`a${n}`, of('a')))
      await store.create(draftJob('other', of('b')))
      expect([...(await store.places(project)).values()].map((place) => place.position)).toEqual([
        1, 2, 3, 4, 5,
      ])
      for (let n = 0; n < 2; n += 1) {
        advance(10_000)
        const claims = [await claimAny(peer), await claimAny(peer)].slice(0, n === 0 ? 2 : 1)
        for (const claim of claims) await finish(store, claim)
      }
      const places = await peer.places?.(project)
      const expected = [...(places?.values() ?? [])].map((place) => place.expectedAt ?? 0)
      expect([...(places?.keys() ?? [])]).not.toContain('a0')
      expect(expected.every((at, index) => index === 0 || at >= (expected[index - 1] ?? 0))).toBe(true)
      const [last] = [...(places?.keys() ?? [])].slice(-1)
      const one = await store.places(project, last === undefined ? [] : [last])
      expect([...one.keys()]).toEqual([last])
      expect([...one.values()][0]?.position).toBe(places?.size)
    },
  },
]
