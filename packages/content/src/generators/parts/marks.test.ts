import { expect, test } from 'vitest'
import { withBracketIds } from './bracket-ids.ts'
import { withTabTitles } from './tab-titles.ts'

test.each([
  ['## Title [#own-id]', '## Title {#own-id}'],
  ['## Title [toc] [#own-id]', '## Title {#own-id}'],
  ['### The title [!toc]', '### The title {#the-title-toc}'],
  ['## An [own](/link) of `a[#b]`', '## An [own](/link) of `a[#b]`'],
  ['```md\n## Title [#own-id]\n```', '```md\n## Title [#own-id]\n```'],
  ['Text [#own-id]', 'Text [#own-id]'],
])('%j has the id %j', (written, expected) => {
  expect(withBracketIds(written)).toBe(expected)
})

test.each([
  [
    '<Tabs\n  items={[\'npm\', "pnpm"]}\n>\n<Tabs.Tab>a</Tabs.Tab>\n<Tabs.Tab>b</Tabs.Tab>\n</Tabs>',
    '<Tabs\n  items={[\'npm\', "pnpm"]}\n>\n<Tabs.Tab title="npm">a</Tabs.Tab>\n<Tabs.Tab title="pnpm">b</Tabs.Tab>\n</Tabs>',
  ],
  [
    '<Tabs items={[\'a\']}><Tab value="a">x</Tab></Tabs>',
    '<Tabs items={[\'a\']}><Tab value="a">x</Tab></Tabs>',
  ],
  [
    "<Tabs items={['a', 'b']}><Tab><Tabs items={['c']}><Tab /></Tabs></Tab><Tab /></Tabs>",
    '<Tabs items={[\'a\', \'b\']}><Tab title="a"><Tabs items={[\'c\']}><Tab title="c" /></Tabs></Tab><Tab title="b" /></Tabs>',
  ],
  ["```\n<Tabs items={['a']}><Tab>\n```", "```\n<Tabs items={['a']}><Tab>\n```"],
])('%j has titles', (written, expected) => {
  expect(withTabTitles(written)).toBe(expected)
})
