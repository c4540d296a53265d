import { describe, expect, test } from 'vitest'
import type { Schema } from '../../../../packages/http/src/open-api/api-document.ts'
import { DOCUMENT, OPERATIONS } from './published-document.ts'
import { CONTEXT, PUBLISHED_SHAPES } from './published-shapes.ts'
import { differences, type Shape } from './shape-differences.ts'

const operationOf = (id: string) => {
  const found = OPERATIONS.find(({ operation }) => operation.operationId === id)
  if (found === undefined) throw new Error(`The document has no operation ${id}.`)
  return found.operation
}
const bodyOf = (id: string): Schema => operationOf(id).requestBody?.content['application/json']?.schema ?? {}

describe('the document has every field of the hosted interface', () => {
  test.each(PUBLISHED_SHAPES)('in $operation', ({ operation: id, query = [], body, status, reply }) => {
    const operation = operationOf(id)
    const parameters = operation.parameters.filter((parameter) => parameter.in === 'query')
    expect(parameters.map(({ name }) => name)).toEqual(expect.arrayContaining([...query]))
    expect(parameters.filter(({ required }) => required)).toEqual([])
    if (body !== undefined) expect(differences(body, bodyOf(id), DOCUMENT)).toEqual([])
    const described = operation.responses[status]
    expect(described).toBeDefined()
    if (reply === undefined) return
    const schema = described?.content?.['application/json']?.schema ?? {}
    expect(differences(reply, schema, DOCUMENT)).toEqual([])
  })

  test.each(['answerAssistantMessage', 'answerAssistantMessageV1'])('in the context of %s', (id) => {
    const { properties = {}, required = [] } = bodyOf(id)
    expect(required).not.toContain('context')
    const list = properties.context?.anyOf?.find(({ type }) => type === 'array') ?? {}
    expect(differences(CONTEXT, list, DOCUMENT)).toEqual([])
    const filter = properties.filter?.anyOf?.find(({ type }) => type === 'object') ?? {}
    const fields = ['version', 'language', 'tag', 'groups']
    expect(Object.keys(filter.properties ?? {})).toEqual(expect.arrayContaining(fields))
    expect(filter.required ?? []).toEqual([])
  })

  test('in errors', () => {
    const shape: Shape = { error: 'string', message: 'string', details: [{ message: 'string' }] }
    expect(differences(shape, DOCUMENT.components.schemas.Problem ?? {}, DOCUMENT)).toEqual([])
  })
})

test('a field that is missing, absent, of another type or of other values is a difference', () => {
  const schema: Schema = {
    type: 'object',
    required: ['count', 'kind'],
    properties: { count: { type: 'string' }, name: { type: 'string' }, kind: { enum: ['a', 'b'] } },
  }
  const shape: Shape = { count: 'number', name: 'string', kind: { oneOf: ['a'] }, more: 'string' }
  expect(differences(shape, schema, DOCUMENT)).toEqual([
    'count is string instead of number',
    'name may be absent',
    'kind may be b',
    'more is missing',
  ])
})
