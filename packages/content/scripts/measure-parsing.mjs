// Measures parsePage on 5,000 synthetic pages of eight passages, and checkPage on 200 of them:
//   node --conditions=source packages/content/scripts/measure-parsing.mjs
import { checkPage, parsePage } from '@docent/content'

const WORDS =
  `install the configure server model answer passage page search index token key project agent review branch
commit deploy limit stream error retry value option default`.split(/\s+/)

let seed = 1
function random(most) {
  seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
  return seed % most
}

const words = (count) => Array.from({ length: count }, () => WORDS[random(WORDS.length)]).join(' ')

const section = (number) => `## ${words(3)} ${number}

${words(50)} [${words(2)}](/guides/${words(1)}#${words(1)}) \`${words(2)}\`. **${words(2)}** ${words(20)}.

- ${words(8)}
- ${words(8)}

<Note title="${words(2)}">
  ${words(15)}
</Note>

\`\`\`ts
const ${words(1)} = await get('${words(1)}')
\`\`\`
`

const pages = Array.from({ length: 5_000 }, () => {
  const sections = Array.from({ length: 7 }, (_, number) => section(number))
  return `---\ntitle: "${words(3)}"\ndescription: ${words(8)}\n---\n\n${words(30)}.\n\n${sections.join('\n')}`
})
const megabytes = pages.reduce((sum, page) => sum + page.length, 0) / 1e6

for (const file of ['page.mdx', 'page.mdx', 'page.md']) {
  const start = performance.now()
  let passages = 0
  for (const page of pages) passages += parsePage(file, page).passages.length
  const seconds = (performance.now() - start) / 1000
  const rate = (count) => Math.round(count / seconds).toLocaleString('en')
  console.log(
    `parsePage ${file}: ${passages} passages, ${megabytes.toFixed(1)} MB in ${seconds.toFixed(2)} s`,
    `(${rate(pages.length)} pages/s, ${rate(passages)} passages/s)`,
  )
}

const site = { hasPage: () => true, anchors: () => undefined, hasFile: () => true }
const start = performance.now()
for (const page of pages.slice(0, 200)) await checkPage('page.mdx', page, site)
console.log(`checkPage page.mdx: ${((performance.now() - start) / 200).toFixed(1)} ms a page`)
