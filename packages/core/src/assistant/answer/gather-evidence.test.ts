import { indexedPage } from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { answerScene } from '../../../test/answer-scene.ts'
import { assistantPrompt } from './prompt.ts'

const { signal } = new AbortController()

async function gathered(query = 'revoke key') {
  const scene = await answerScene([])
  await scene.notes.write(scene.project.id, 'assistant-instructions', 'Say "you".')
  const evidence = await scene.gather.gather(scene.question('x'), query, signal)
  const tool = (name: string) => {
    const found = evidence.tools.find((tool) => tool.name === name)
    if (!found) throw new Error(`There is no tool ${name}.`)
    return (input: object) => found.run(input, { toolCallId: 'call-1', signal })
  }
  return { ...scene, evidence, tool }
}

describe('GatherEvidence', () => {
  test('numbers what the first search finds and reads the instructions of the repository', async () => {
    const { evidence } = await gathered()
    expect(evidence.found.all.map(({ number, path }) => [number, path])[0]).toEqual([1, '/keys'])
    expect(evidence.firstResult).toMatchObject({ type: 'search', path: '/keys' })
    expect(evidence.searches).toEqual(['revoke key'])
    expect(evidence.instructions).toBe('Say "you".')
  })

  test('tells the model the version and the language of a passage, where it has one', async () => {
    const { retriever, project, gather, question } = await answerScene([])
    const writer = await retriever.begin(project.id)
    await writer.write([
      indexedPage({ path: '/fr/v2/locks', texts: ['Revoke a key.'], version: 'v2', language: 'fr' }),
    ])
    await writer.commit('r2')
    const asked = question('x', { filter: { version: 'v2', language: 'fr' } })
    const { found, firstResult } = await gather.gather(asked, 'revoke key', signal)
    expect(firstResult).toMatchObject({ results: [{ metadata: { version: 'v2', language: 'fr' } }, {}] })
    const parts = {
      project,
      instructions: '',
      question: 'x',
      history: [],
      context: [],
      currentPath: undefined,
    }
    const prompt = JSON.stringify(assistantPrompt({ ...parts, passages: found.all, budget: 10_000 }))
    expect(prompt).toMatch(/path=.{1,4}\/fr\/v2\/locks.{1,200} version=..v2.. language=..fr../)
    expect(prompt.match(/version=/g)).toHaveLength(1)
  })

  test('gives the model a section once, and names its other versions', async () => {
    const { retriever, project, gather, question } = await answerScene([])
    const writer = await retriever.begin(project.id)
    await writer.write(
      ['1', '2'].map((version) =>
        indexedPage({ path: `/v/${version}/seals`, texts: ['Break a seal.'], version }),
      ),
    )
    await writer.commit('r2')
    const { found, firstResult } = await gather.gather(question('x'), 'break seal', signal)
    expect(found.all.map(({ path }) => path)).toEqual(['/v/2/seals'])
    const also = [{ path: '/v/1/seals', version: '1' }]
    expect(firstResult).toMatchObject({ results: [{ metadata: { version: '2', also } }] })
  })

  test('lets the model search on: new passages get new numbers, known ones keep theirs', async () => {
    const { evidence, tool } = await gathered()
    const before = evidence.found.all.length
    const output = await tool('search')({ query: 'install server' })
    expect(output).toMatchObject({ value: { type: 'search', path: '/install' }, isError: false })
    expect(evidence.searches).toEqual(['revoke key', 'install server'])
    expect(evidence.found.byNumber(1)?.path).toBe('/keys')
    expect(evidence.found.all.length).toBeGreaterThanOrEqual(before)
    expect(evidence.found.all.map(({ path }) => path)).toContain('/install')
  })

  test('lets the model read a page, which the answer can then cite', async () => {
    const { evidence, tool } = await gathered('revoke')
    const output = await tool('read_page')({ path: 'install' })
    expect(output).toMatchObject({ value: { type: 'page', path: '/install', title: 'Install' } })
    expect(evidence.found.page('/install')).toMatchObject({ title: 'Install' })
  })

  test('finds no page for groups that the caller is not in', async () => {
    const { retriever, project, gather, question } = await answerScene([])
    const writer = await retriever.begin(project.id)
    await writer.write([
      indexedPage({ path: '/staff', title: 'Staff', texts: ['Revoke anything.'], groups: ['staff'] }),
    ])
    await writer.commit('r2')
    const ask = async (trustedGroups: string[]) => {
      const evidence = await gather.gather(question('x', { filter: { trustedGroups } }), 'revoke', signal)
      const page = evidence.tools.find((tool) => tool.name === 'read_page')
      const read = await page?.run({ path: '/staff' }, { toolCallId: 'call-1', signal })
      return { paths: evidence.found.all.map(({ path }) => path), isHidden: read?.isError }
    }
    expect(await ask(['staff'])).toMatchObject({ paths: expect.arrayContaining(['/staff']), isHidden: false })
    expect(await ask([])).toMatchObject({ paths: expect.not.arrayContaining(['/staff']), isHidden: true })
  })
})
