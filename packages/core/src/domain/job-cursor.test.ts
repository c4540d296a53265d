import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeJobCursor, encodeJobCursor } from './job-cursor.ts'

test('reads back every cursor, which needs no escaping in a query string', () => {
  fc.assert(
    fc.property(fc.nat(), fc.string({ unit: 'grapheme' }), (createdAt, id) => {
      const cursor = encodeJobCursor({ createdAt, id })
      expect(cursor).toMatch(/^[\w-]+$/)
      expect(decodeJobCursor(cursor)).toEqual({ createdAt, id })
    }),
  )
})

test('refuses anything else with an issue that names the cursor', () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const wrong = [
    '',
    'x',
    '!',
    'null',
    encoded(null),
    encoded([]),
    encoded([1]),
    encoded(['1', 'a']),
    encoded([1, 2]),
  ]
  for (const cursor of [...wrong, encoded([1, 'a', 2]), `${encodeJobCursor({ createdAt: 1, id: 'a' })}=`]) {
    expect(() => decodeJobCursor(cursor)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        issues: [expect.objectContaining({ path: 'cursor' })],
      }),
    )
  }
})
