import { expect, test } from 'vitest'
import { domainIssue } from '../projects/project-config.ts'
import { reservedNameIssue } from './reserved-names.ts'

test.each(['settings', 'assets', 'api', 'Settings'])(
  '"%s" is no name of a domain or organization',
  (name) => {
    expect(reservedNameIssue(name)).toContain('is reserved')
  },
)

test('other names are free, and a domain is checked also when it comes from the id', () => {
  expect(reservedNameIssue('handbook')).toBeUndefined()
  expect(domainIssue({ id: 'handbook' })).toBeUndefined()
  expect(domainIssue({ id: 'handbook', domain: 'api' })).toContain('is reserved')
  expect(domainIssue({ id: 'settings' })).toContain('is reserved')
  expect(domainIssue({ id: 'settings', domain: 'options' })).toBeUndefined()
})
