import type { CommandArgs } from '@docent/core/plugin'
import { describe, expect, it } from 'vitest'
import { checkOptions } from './check-options.ts'

const known: CommandArgs = {
  prompt: { type: 'positional' },
  project: { type: 'string', alias: 'p' },
  'allow-ip': { type: 'string', description: 'Addresses, separated by commas' },
  force: { type: 'boolean' },
}
const check =
  (...args: string[]) =>
  () =>
    checkOptions(args, known)

describe('checkOptions', () => {
  it.each([
    [['text', '--project', 'a', '--force']],
    [['-p', 'a', '--allow-ip=::1', '--no-force']],
    [['--project', '--odd']],
    [['--', '--anything']],
    [['-']],
    [['-5']],
  ])('accepts %j', (args) => {
    expect(check(...args)).not.toThrow()
  })

  it.each([
    [['--projcet', 'a'], 'There is no option --projcet. Did you mean --project? Add --help to see all.'],
    [['--forc'], 'There is no option --forc. Did you mean --force? Add --help to see all.'],
    [['x', '--secret=abc'], 'There is no option --secret. Add --help to see all.'],
    [['-x'], 'There is no option -x. Add --help to see all.'],
    [['-p', 'a', '--project=b'], '--project is given twice. Give it once.'],
    [
      ['--allow-ip', '::1', '--allow-ip', '::2'],
      '--allow-ip is given twice. Give it once. Separate several values by commas.',
    ],
    [['--prompt', 'a'], 'There is no option --prompt. Add --help to see all.'],
  ])('refuses %j', (args, message) => {
    expect(check(...args)).toThrow(message)
  })
})
