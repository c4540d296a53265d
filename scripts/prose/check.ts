import { ACCEPTED } from './accepted.ts'
import { collectTexts } from './collect-texts.ts'
import { lintTexts } from './lint-texts.ts'

// Lints every text of the repository that a person reads, and fails on what is not accepted.
const texts = collectTexts(new URL('../..', import.meta.url).pathname)
const findings = await lintTexts(texts)
const isAccepted = (line: string) => ACCEPTED.some(({ finding }) => line.startsWith(finding))
const open = findings.filter(({ file, message }) => !isAccepted(`${file}: ${message}`))
for (const { file, line, rule, message } of open) console.error(`${file}:${line} ${rule}: ${message}`)
console.log(`Prose: ${texts.length} texts, ${open.length} findings.`)
process.exitCode = open.length === 0 ? 0 : 1
