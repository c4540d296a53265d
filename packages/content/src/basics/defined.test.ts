import { expect, expectTypeOf, test } from 'vitest'
import { defined } from './defined.ts'

test('fields without a value are left out, all others stay', () => {
  const fields = defined({
    absent: undefined as string | undefined,
    empty: '',
    zero: 0,
    none: null as number | null | undefined,
  })
  expect(fields).toEqual({ empty: '', zero: 0, none: null })
  expect(Object.hasOwn(fields, 'absent')).toBe(false)
  expectTypeOf(fields.absent).toEqualTypeOf<string | undefined>()
  expectTypeOf(fields.none).toEqualTypeOf<number | null | undefined>()
  expectTypeOf(fields.zero).toEqualTypeOf<number>()
  const exact: { absent?: string; empty: string } = fields
  expect(exact.empty).toBe('')
})
