import { indexedPage } from '@docent/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { project, TestNodes } from './test-nodes.ts'

const PAGES = 400
const PASSAGES = 5
const EDITS = 40
let nodes: TestNodes

beforeEach(async () => {
  nodes = await TestNodes.make()
})

afterEach(() => nodes.close())

const page = (number: number, edit: number) =>
  indexedPage({
    path: `/page-${number}`,
    texts: Array.from(
      { length: PASSAGES },
      (_, at) => `Passage ${at} of page ${number} in edition ${edit}. ${`word${number} `.repeat(60)}`,
    ),
  })

function stored(): number {
  return [...nodes.s3.objects.values()].reduce((sum, { bytes }) => sum + bytes.length, 0)
}

test('an edit of a page uploads little more than the page, also with the merges of many edits', async () => {
  const node = await nodes.start('one', { keepMinutes: 600 })
  const first = await node.begin(project)
  await first.write(Array.from({ length: PAGES }, (_, number) => page(number, 0)))
  await first.commit('r0')
  await first.abort()
  const whole = stored()
  const uploads: number[] = []
  for (let edit = 1; edit <= EDITS; edit++) {
    const before = stored()
    const writer = await node.begin(project)
    await writer.write([page(edit * 7, edit)])
    await writer.commit(`r${edit}`)
    await writer.abort()
    uploads.push(stored() - before)
  }
  const ordered = uploads.toSorted((one, other) => one - other)
  const mean = uploads.reduce((sum, bytes) => sum + bytes, 0) / EDITS
  expect(ordered[EDITS / 2]).toBeLessThan(whole / 50)
  expect(mean).toBeLessThan(whole / 20)
  expect(ordered.at(-1)).toBeLessThan(whole / 3)
})
