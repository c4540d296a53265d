import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PS } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runGit } from '../run/run-git.ts'
import { CatFile } from './cat-file.ts'
import { ObjectWriter, objectId } from './object-writer.ts'
import { parseTree, serializeTree } from './tree-entry.ts'

let gitDir = ''
let objects: CatFile
let writer: ObjectWriter
beforeEach(async () => {
  gitDir = await mkdtemp(join(tmpdir(), 'cat-file-'))
  await runGit(['init', '--quiet', '--bare', gitDir])
  objects = new CatFile(gitDir)
  writer = new ObjectWriter(gitDir, async () => 'sha1')
})
afterEach(async () => {
  objects.close()
  await rm(gitDir, { recursive: true })
})

describe('CatFile', () => {
  test('answers pipelined requests in order, large and empty objects among them', async () => {
    const contents = [Buffer.alloc(0), randomBytes(3_000_000), Buffer.from('a\nb\0c\n'), randomBytes(70_000)]
    const ids = await Promise.all(contents.map((content) => writer.write('blob', content)))
    const asked = [...ids, 'f'.repeat(40), ...ids.toReversed()]
    const answers = await Promise.all(asked.map((id) => objects.contents(id)))
    expect(answers.map((answer) => answer?.id)).toEqual([...ids, undefined, ...ids.toReversed()])
    for (const [index, content] of contents.entries()) {
      expect(answers[index]?.content.equals(content)).toBe(true)
    }
    expect(await objects.info(ids[1] ?? '')).toMatchObject({ type: 'blob', size: 3_000_000 })
  })

  test('finds objects that were written after it started', async () => {
    expect(await objects.info(objectId('blob', Buffer.from('later'), 'sha1'))).toBeUndefined()
    const id = await writer.write('blob', Buffer.from('later'))
    expect((await objects.contents(id))?.content.toString()).toBe('later')
  })

  test('goes on when its process is killed between and during requests', needs(PS), async () => {
    const id = await writer.write('blob', randomBytes(500_000))
    await objects.info(id)
    for (let round = 0; round < 5; round++) {
      const reads = Array.from({ length: 20 }, () => objects.contents(id))
      for (const pid of children()) process.kill(pid, 'SIGKILL')
      for (const read of await Promise.all(reads)) expect(read?.size).toBe(500_000)
    }
  })

  test('ends its process when nothing is asked, and starts it again', needs(PS), async () => {
    const idle = new CatFile(gitDir, { idleMs: 1 })
    const id = await writer.write('blob', Buffer.from('x'))
    await idle.info(id)
    await expect.poll(() => children().length).toBe(0)
    expect(await idle.info(id)).toMatchObject({ size: 1 })
    idle.close()
  })

  test('refuses a name with a line break, which would be two requests', async () => {
    await expect(objects.info('x\ncontents y')).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('rejects with the reason of an aborted signal and stays in step', async () => {
    const id = await writer.write('blob', Buffer.from('x'))
    const controller = new AbortController()
    const aborted = objects.contents(id, controller.signal)
    const next = objects.info(id)
    controller.abort(new Error('gone'))
    await expect(aborted).rejects.toThrow('gone')
    expect(await next).toMatchObject({ id, size: 1 })
  })

  test('fails what is asked after closing', async () => {
    objects.close()
    await expect(objects.info('HEAD')).rejects.toMatchObject({ name: 'GitError' })
  })

  function children(): number[] {
    const list = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    return list
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, parent, , command]) => Number(parent) === process.pid && command === 'cat-file')
      .map(([pid]) => Number(pid))
  }
})

describe('ObjectWriter', () => {
  test('writes blobs, trees and commits that git reads and finds sound', async () => {
    const blob = await writer.write('blob', Buffer.from('hello\n'))
    expect(blob).toBe('ce013625030ba8dba906f756967f9e9ca394464a')
    const inner = await writer.write(
      'tree',
      serializeTree(new Map([['z', { kind: 'executable', id: blob }]])),
    )
    const tree = serializeTree(
      new Map([
        ['a', { kind: 'folder', id: inner }],
        ['a.b', { kind: 'file', id: blob }],
        ['a0', { kind: 'file', id: blob }],
        ['\u00ff\u00fe', { kind: 'file', id: blob }],
      ]),
    )
    expect([...parseTree(tree).keys()]).toEqual(['a.b', 'a', 'a0', '\u00ff\u00fe'])
    await writer.write('tree', tree)
    expect(await writer.write('tree', tree)).toBe(objectId('tree', tree, 'sha1'))
    await runGit(['fsck', '--strict', '--full'], { gitDir })
  })
})
