import type { IndexedName } from '@docent/core/plugin'
import { expect, test } from 'vitest'
import { MemoryRetriever } from '../fakes/memory-retriever.ts'
import { failingCases } from './contract-case.ts'
import { retrieverNameCases } from './retriever-names.ts'

type Names = MemoryRetriever['names']

class ReadsEveryPage extends MemoryRetriever {
  override names(...[project, names]: Parameters<Names>): ReturnType<Names> {
    return super.names(project, names, { trustedGroups: ['staff'] })
  }
}

class SuggestsFromEveryPage extends MemoryRetriever {
  override async names(...[project, names, options]: Parameters<Names>): ReturnType<Names> {
    const own = await super.names(project, names, options)
    const all = await super.names(project, names, { trustedGroups: ['staff'] })
    return new Map(
      [...own].map(([name, found]): [string, IndexedName] => {
        const nearest = all.get(name)?.nearest
        return [name, nearest === undefined || found.isKnown ? found : { ...found, nearest }]
      }),
    )
  }
}

class ForgetsCase extends MemoryRetriever {
  override async names(...[project, names, options]: Parameters<Names>): ReturnType<Names> {
    const upper = await super.names(
      project,
      names.map((name) => name.toUpperCase()),
      options,
    )
    const own = await super.names(project, names, options)
    return new Map(
      names.map((name) => [
        name,
        upper.get(name.toUpperCase())?.isKnown ? { isKnown: true } : (own.get(name) ?? { isKnown: false }),
      ]),
    )
  }
}

class LeavesUnknownNamesOut extends MemoryRetriever {
  override async names(...args: Parameters<Names>): ReturnType<Names> {
    return new Map([...(await super.names(...args))].filter(([, { isKnown }]) => isKnown))
  }
}

class NeverForgets extends MemoryRetriever {
  readonly #known = new Set<string>()
  override async names(...args: Parameters<Names>): ReturnType<Names> {
    const found = await super.names(...args)
    for (const [name, { isKnown }] of found) if (isKnown) this.#known.add(name)
    return new Map([...found].map(([name, each]) => [name, this.#known.has(name) ? { isKnown: true } : each]))
  }
}

test.each<[string, new () => MemoryRetriever, RegExp]>([
  ['looks into pages of other groups', ReadsEveryPage, /nothing of pages that the caller may not read/],
  ['suggests names of pages of other groups', SuggestsFromEveryPage, /nothing of pages that the caller/],
  ['compares names without case', ForgetsCase, /whole tokens in their own case/],
  ['leaves unknown names out', LeavesUnknownNamesOut, /every name that was asked/],
  ['keeps names of pages that are gone', NeverForgets, /follows commits/],
])('the suite catches a retriever that %s', async (_fault, Broken, expected) => {
  const cases = retrieverNameCases.filter(({ name }) => expected.test(name))
  expect(await failingCases(cases, () => ({ retriever: new Broken() }))).not.toEqual([])
})
