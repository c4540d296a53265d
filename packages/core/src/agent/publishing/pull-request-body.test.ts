import { describe, expect, test } from 'vitest'
import type { Job } from '../../domain/job.ts'
import { adoptedBody, extendedBody, newBody } from './pull-request-text.ts'

const GITHUB = 65_536
const job = (run: number) => ({ id: 'j1', run }) as Job
const section = (run: number, text: string) =>
  `<!-- docent-run: j1/${run} -->\n\n### Follow-up\n> Please\n\n### Changes\n${text}<!-- docent-names -->`
const lines = (length: number) => 'a line of facts\n'.repeat(Math.ceil(length / 16)).slice(0, length)
const people = (length: number) => `Written by a person.\n${'p'.repeat(length)}\nThe last words of a person.`

describe('the text of a pull request that is long', () => {
  const first = newBody(job(1), { section: section(1, 'One') })

  test.each([100, 30_000, 60_000, 64_000, 65_000, 65_300])(
    'keeps all %i characters of a person, and the earlier runs, and cuts what is new',
    (length) => {
      const before = `${first}\n\n${people(length)}`
      const after = extendedBody(job(2), before, { section: section(2, lines(20_000)) })
      expect(after.startsWith(before.trimEnd())).toBe(true)
      expect(after.length).toBeLessThanOrEqual(GITHUB)
      // As a whole, cut with its marks, or not at all.
      if (after !== before) expect(after).toContain('<!-- docent-run: j1/2 -->')
      // Publishing again changes nothing.
      expect(extendedBody(job(2), after, { section: section(2, lines(20_000)) })).toBe(after)
    },
  )

  test('says that it was cut', () => {
    const before = `${first}\n\n${people(60_000)}`
    const after = extendedBody(job(2), before, { section: section(2, lines(20_000)) })
    expect(after).toMatch(/a line of facts\n\n> \[!NOTE\]\n> The text of this pull request is full\..*$/)
  })

  test('of a person who opened it, is kept too', () => {
    for (const length of [1_000, 64_000, 65_400]) {
      const before = people(length)
      const after = adoptedBody(job(1), before, { section: section(1, lines(20_000)) })
      expect(after.startsWith(before)).toBe(true)
      expect(after.length).toBeLessThanOrEqual(GITHUB)
    }
  })

  test('on a host that takes more, has room for the whole section', () => {
    const before = `${first}\n\n${people(200_000)}`
    const after = extendedBody(job(2), before, { section: section(2, lines(20_000)) })
    expect(after).toContain(lines(20_000).trimEnd())
    const full = `${first}\n\n${people(1_048_000)}`
    expect(extendedBody(job(2), full, { section: section(2, lines(20_000)) }).length).toBeLessThanOrEqual(
      1_048_576,
    )
  })

  test('never keeps half of a list of names, which could not be renewed', () => {
    const names = Array.from({ length: 30 }, (_, at) => ({ text: `--name-${at}`, file: 'a.md', line: 1 }))
    for (let length = 64_000; length < 65_400; length += 50) {
      const after = extendedBody(job(2), `${first}\n\n${people(length)}`, {
        section: section(2, 'Two'),
        unconfirmed: names as never,
      })
      const count = (mark: string) => after.split(mark).length - 1
      expect(count('<!-- docent-not-confirmed -->')).toBe(count('<!-- /docent-not-confirmed -->'))
    }
  })
})
