import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { extractNames } from '../extract-names.ts'
import { STANDARD_MEMBERS } from './standard-members.ts'

test('has every member that the runtime has', () => {
  for (const [name, members] of STANDARD_MEMBERS) {
    // Packages add members to the objects of their own realm.
    const script = `typeof ${name} === 'undefined' ? [] : Object.getOwnPropertyNames(${name})`
    const own = name === 'process' ? membersOfProcess() : [...(runInNewContext(script) as string[])]
    expect(
      own.filter((member) => !members.has(member) && /^[a-z]\w*$/i.test(member)),
      name,
    ).toEqual([])
  }
})

test('an invented member of a built-in object needs a proof, in JavaScript and TypeScript alone', () => {
  const calls = 'JSON.strnigify(a); JSON.stringify(b); Math.sqaure(2)\nconsole.log(Promise.all(c))'
  const code = (language: string) =>
    extractNames(`\`\`\`${language}\n${calls}\n\`\`\``).map(({ text }) => text)
  expect(code('ts')).toEqual(['JSON.strnigify', 'Math.sqaure'])
  expect(code('js')).toEqual(['JSON.strnigify', 'Math.sqaure'])
  expect(code('')).toEqual([])
})

/** A new context has none. */
function membersOfProcess(): string[] {
  return Object.getOwnPropertyNames(process).filter((name) => name !== 'default')
}
