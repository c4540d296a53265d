import { expect, test } from 'vitest'
import { MIGRATIONS } from './all.ts'

test('migrations are numbered one by one: two of one number would skip each other', () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1))
})
