import { indexedPage } from '@docent/testing'
import { expect, test } from 'vitest'
import { operationTerm, operationTerms } from './operation-terms.ts'

function termsOf(content: string, headings: string[] = []): string[] {
  const { passages } = indexedPage({ path: '/a', title: 'Users', headings, texts: [content] })
  return passages.flatMap(operationTerms)
}

test('takes the name and the ID of an operation from the beginning of its page', () => {
  const terms = ['GET /users', 'users/list'].map(operationTerm)
  expect(termsOf('All of them.\n\n`GET /users`\n\nOperation ID: `users/list`\n\nAll of them.')).toEqual(terms)
  expect(termsOf('`GET /users`\n\nOf a name.\n\nOperation ID: `users/list`')).toEqual(terms.slice(0, 1))
  expect(termsOf('`WEBHOOK user created`')).toEqual([operationTerm('webhook user created')])
  expect(termsOf('`POST /login`\n\nOperation ID: `login`')).toEqual([operationTerm('POST /login')])
  expect(operationTerm(' `get /Users` ')).toBe(operationTerm('GET /users'))
})

test('takes nothing else for an operation', () => {
  expect(termsOf('Call `GET /users` first.')).toEqual([])
  expect(termsOf('`docent /users`\n\nOperation ID: `users/list`')).toEqual([])
  expect(termsOf('`GET /users`', ['Callbacks'])).toEqual([])
})
