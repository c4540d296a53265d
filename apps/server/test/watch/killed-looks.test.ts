import { afterEach, expect, test } from 'vitest'
import { lamp, type WatchScene, watchScene } from './watch-scene.ts'

let scene: WatchScene
afterEach(() => scene.close())

const BEFORE = ['colorName', 'brightness', 'beamShutter'] as const

/** A process that ends before or after its write of this number, and writes nothing more. */
function killed({ notes, rig, leases }: WatchScene, number: number, when: 'before' | 'after') {
  let writes = 0
  let isDead = false
  const write = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isDead) throw new Error('dead')
    writes++
    if (writes < number) return work()
    isDead = true
    if (when === 'after') await work()
    throw new Error('killed')
  }
  const own = <Part extends object>(part: Part, names: readonly (keyof Part)[]): Part =>
    new Proxy(part, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        const call = value.bind(target)
        return names.includes(name as keyof Part) ? (...args: unknown[]) => write(() => call(...args)) : call
      },
    })
  return {
    parts: {
      notes: own(notes, ['replace']),
      create: own(rig.create, ['create']),
      send: own(rig.send, ['send']),
      leases: own(leases, ['release']),
    },
    isDead: () => isDead,
  }
}

test.each(['before', 'after'] as const)(
  'a look that is killed %s any of its writes loses no evidence and proposes none twice',
  async (when) => {
    scene = await watchScene()
    await scene.look()
    const names: string[] = []
    for (let number = 1; ; number++) {
      const name = `fogHorn${number}`
      names.push(name)
      await scene.commit(scene.code, {
        message: `feat: add \`${name}\``,
        files: { 'src/lamp.go': lamp(...BEFORE, ...names) },
      })
      const { parts, isDead } = killed(scene, number, when)
      const end = await scene
        .follow(parts)
        .look(scene.project, AbortSignal.timeout(60_000))
        .catch((error: Error) => error.message)
      // Its lease runs out.
      scene.later(1)
      await scene.look()
      await scene.look()
      if (!isDead()) {
        expect(end).toBe(false)
        break
      }
    }
    expect(names.length).toBeGreaterThan(3)
    const [job, ...others] = await scene.jobs()
    expect(others).toEqual([])
    const messages = await scene.rig.jobs.messages(job?.id ?? ('' as never))
    const rows = messages.flatMap(({ evidence }) => evidence?.rows ?? [])
    const options = rows.filter(({ name }) => name.startsWith('fogHorn')).map(({ name }) => name)
    expect([...new Set(options)].sort()).toEqual([...names].sort())
    expect(rows.map(({ row }) => row)).toEqual(rows.map((_, at) => at + 1))
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
    const { pending, batch, counts } = await scene.state()
    expect({ pending, batch, rows: counts.rows, pulls: counts.pulls }).toEqual({
      pending: [],
      batch: undefined,
      rows: rows.length,
      pulls: 1,
    })
  },
)
