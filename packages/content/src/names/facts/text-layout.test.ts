import { describe, expect, test } from 'vitest'
import { TextLayout } from './text-layout.ts'

const meets = (text: string, option: string, value: string) =>
  new TextLayout(text).belongs(text.indexOf(option), text.indexOf(value))

describe('TextLayout', () => {
  test('a value belongs to the option of its paragraph, its item, its row or its line of code', () => {
    expect(meets('Set `a.b` to\n30 seconds.\n\nAnd 40.', 'a.b', '30')).toBe(true)
    expect(meets('Set `a.b` to\n30 seconds.\n\nAnd 40.', 'a.b', '40')).toBe(false)
    expect(meets('- `one`: 10\n- `two`: 20\n', 'one', '20')).toBe(false)
    expect(meets('| `one` | 10 |\n| `two` | 20 |\n', 'two', '20')).toBe(true)
    expect(meets('| `one` | 10 |\n| `two` | 20 |\n| `three` | 30 |\n', 'two', '30')).toBe(false)
    expect(meets('```yaml\none: 10\ntwo: 20\n```\n', 'one', '20')).toBe(false)
  })

  test('or to what stands above: a heading, a label, the head of a table, a line with less indentation', () => {
    expect(meets('### `port`\n\n- Type: number\n- Default: 80\n', 'port', '80')).toBe(true)
    expect(meets('### `port`\n\nText.\n\n### `host`\n\nDefault: 80\n', 'port', '80')).toBe(false)
    expect(meets('**port**\n\nDefault: 80\n', 'port', '80')).toBe(true)
    expect(meets('### Port\n\n- Name: `A_PORT`\n- Default: `80`\n', 'A_PORT', '80')).toBe(true)
    expect(meets('`port`\n\nText.\n\n`host`\n\n80\n', 'port', '80')).toBe(false)
    expect(meets('| port | host |\n|---|---|\n| 80 | a |\n', 'port', '80')).toBe(true)
    expect(meets('- `server`\n  - `port`: 80\n- `other`: 90\n', 'server', '80')).toBe(true)
    expect(meets('- `server`\n  - `port`: 80\n- `other`: 90\n', 'server', '90')).toBe(false)
    expect(meets('```yaml\nserver:\n  port: 80\nother: 90\n```', 'server', '80')).toBe(true)
  })

  test('gives the part at a place with the heading above it', () => {
    const text = '## Limits\n\nOne. Two\nthree.\n\n- four 40\n- five\n'
    expect(new TextLayout(text).partAt(text.indexOf('40'))).toBe('## Limits\n- four 40\n')
    expect(new TextLayout('').partAt(0)).toBe('\n')
  })
})
