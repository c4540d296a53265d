import { expect, test } from 'vitest'
import { z } from 'zod'
import { jsonShape } from './json-shape.ts'

test.each([
  [z.object({ id: z.string(), at: z.number().nullable() }), '{ id: string, at: number | null }'],
  [z.array(z.object({ tags: z.array(z.string()).exactOptional() })), '{ tags?: string[] }[]'],
  [z.array(z.string().nullable()), '(string | null)[]'],
  [z.enum(['a', 'b']), '"a" | "b"'],
  [z.record(z.string(), z.boolean()), 'Record<string, boolean>'],
  [
    z.union([z.object({ ok: z.literal(true) }), z.object({ error: z.string() })]),
    '{ ok: true } | { error: string }',
  ],
])('writes a shape as TypeScript does', (schema, shape) => {
  expect(jsonShape(schema)).toBe(shape)
})
