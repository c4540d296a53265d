import { expect, test } from 'vitest'
import { z } from 'zod'
import { DocentConfig } from './docent-config.ts'
import { schemaOptions } from './schema-options.ts'

test('every option of docent.config.ts is described', () => {
  const options = schemaOptions(DocentConfig)
  expect(options.length).toBeGreaterThan(100)
  expect(options.filter(({ text }) => text === '').map(({ name }) => name)).toEqual([])
})

test('shows type, default and meaning of each option', () => {
  const schema = z.strictObject({
    name: z.string().describe('For people.'),
    mode: z.enum(['a', 'b']).default('a').describe('How.'),
    label: z.string().optional().describe('Shown. Default: the name.'),
    limits: z
      .strictObject({
        size: z.int().min(1).max(2_000).default(1_000).describe('Bytes.'),
        share: z.number().positive().optional().describe('Of all.'),
      })
      .prefault({})
      .describe('Limits.'),
    items: z
      .array(z.strictObject({ url: z.url().describe('Where.') }))
      .default([])
      .describe('Places.'),
    on: z
      .union([z.boolean(), z.strictObject({ by: z.string().describe('Who.') })])
      .default(false)
      .describe('On.'),
    tags: z.array(z.string()).prefault([]).describe('Words.'),
  })
  expect(schemaOptions(schema)).toEqual([
    { name: 'name', type: 'string', default: 'required', text: 'For people.' },
    { name: 'mode', type: '`a`, `b`', default: '`a`', text: 'How.' },
    { name: 'label', type: 'string', default: 'the name', text: 'Shown.' },
    { name: 'limits', type: 'object', default: '', text: 'Limits.' },
    { name: 'limits.size', type: 'integer, 1 to 2,000', default: '1,000', text: 'Bytes.' },
    { name: 'limits.share', type: 'number, more than 0', default: 'none', text: 'Of all.' },
    { name: 'items', type: 'list of objects', default: '`[]`', text: 'Places.' },
    { name: 'items.url', type: 'URL', default: 'required', text: 'Where.' },
    { name: 'on', type: 'boolean or object', default: '`false`', text: 'On.' },
    { name: 'on.by', type: 'string', default: 'required', text: 'Who.' },
    { name: 'tags', type: 'list of strings', default: '`[]`', text: 'Words.' },
  ])
})
