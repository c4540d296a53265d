import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Turns } from '@docent/search'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decodeRecord, encodeRecord } from './records.ts'
import { SegmentFile } from './segment-file.ts'
import { SegmentSink } from './segment-sink.ts'

/** Bytes of the record. */
const RECORD = 12 + 1 + 7
const ABOUT = { rows: 0, pages: 0, files: 0 }
let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-segment-'))
  path = join(folder, 'segment')
})

afterEach(() => rm(folder, { recursive: true }))

async function write(): Promise<number> {
  const sink = await SegmentSink.create(path)
  sink.append(encodeRecord(Buffer.from('a'), Buffer.from(''), Buffer.from('größe')))
  await sink.drain()
  await sink.section('numbers', new Uint8Array([1, 2, 3]))
  await sink.lines('lines', ['one', { two: 2 }, 'line\nfeed \u0000 \uD800'], new Turns())
  await sink.section('empty', new Uint8Array(0))
  return sink.finish(ABOUT)
}

test('gives back what was written, with sections at whole numbers', async () => {
  const bytes = await write()
  expect((await readFile(path)).length).toBe(bytes)
  const file = await SegmentFile.open(path)
  const parts = decodeRecord(await file.read(0, RECORD))
  expect(parts.map((part) => Buffer.from(part).toString())).toEqual(['a', '', 'größe'])
  expect([...(await file.section('numbers'))]).toEqual([1, 2, 3])
  expect(await file.lines('lines', new Turns())).toEqual(['one', { two: 2 }, 'line\nfeed \u0000 \uD800'])
  expect((await file.section('empty')).length).toBe(0)
  expect(Object.values(file.footer.sections).map(([start]) => start % 8)).toEqual([0, 0, 0])
  const part = new Uint8Array(2)
  await file.readPart('numbers', 1, part)
  expect([...part]).toEqual([2, 3])
  expect(() => file.readPart('numbers', 2, new Uint8Array(2))).toThrow('shorter')
  await file.close()
})

test('lets a read that runs end when it is closed, and refuses a later one', async () => {
  await write()
  const file = await SegmentFile.open(path)
  const reading = file.section('numbers')
  await file.close()
  expect([...(await reading)]).toEqual([1, 2, 3])
  await expect(file.section('numbers')).rejects.toThrow('closed')
})

test('refuses a file that is cut short, wherever', async () => {
  const bytes = await write()
  for (let length = bytes - 1; length >= 0; length -= 7) {
    await truncate(path, length)
    await expect(SegmentFile.open(path)).rejects.toThrow()
  }
})

test('notices any byte that is another', async () => {
  const bytes = await write()
  const whole = await readFile(path)
  for (let at = 0; at < bytes; at++) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 0x10
    await writeFile(path, changed)
    const isNoticed = await readAll().then(
      () => false,
      () => true,
    )
    // Between sections, and in four bytes of the trailer, nothing is kept.
    const isPadding =
      (at >= RECORD && at < 24) || (at >= 27 && at < 32) || isBeforeEmpty(whole, at) || inSpare(at, bytes)
    expect([at, isNoticed]).toEqual([at, !isPadding])
  }
})

async function readAll(): Promise<void> {
  const file = await SegmentFile.open(path)
  try {
    decodeRecord(await file.read(0, RECORD))
    for (const name of ['numbers', 'lines', 'empty']) await file.section(name)
  } finally {
    await file.close()
  }
}

function inSpare(at: number, bytes: number): boolean {
  return at >= bytes - 8 && at < bytes - 4
}

/** The gap before the empty section, which ends where the footer begins. */
function isBeforeEmpty(whole: Buffer, at: number): boolean {
  const footer = whole.indexOf('{"rows"')
  const end = whole.indexOf('\\ud800"') + '\\ud800"'.length
  return at >= end && at < footer
}
