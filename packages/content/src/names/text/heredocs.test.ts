import { expect, test } from 'vitest'
import { extractNames } from '../extract-names.ts'
import { markdownRegions } from './regions.ts'

const fenced = (language: string, code: string) => `Run it:\n\n\`\`\`${language}\n${code}\n\`\`\`\n`
const piecesOf = (text: string) =>
  markdownRegions(text).flatMap(({ kind, language, start, end }) =>
    kind === 'fence' ? [[language, text.slice(start, end)]] : [],
  )
const names = (text: string) => extractNames(text).map((name) => name.text)

test('documents of a script are read in the language of their file', () => {
  const text = fenced(
    'bash',
    "cat <<'EOF' > deploy/app.yaml\ncommonLabels:\n  app: web\nEOF\nacme apply --wait",
  )
  expect(piecesOf(text)).toEqual([
    ['bash', "cat <<'EOF' > deploy/app.yaml\n"],
    ['yaml', 'commonLabels:\n  app: web\n'],
    ['bash', 'EOF\nacme apply --wait\n'],
  ])
  expect(names(text)).toEqual(expect.arrayContaining(['commonLabels', '--wait']))
})

test('manifests on the input of a command are YAML, and two documents are two', () => {
  const text = fenced('sh', 'kubectl apply -f - <<-A\nmaxSurge: 1\n\tA\ntee b.json <<B\n{"minReady": 2}\nB')
  expect(piecesOf(text).map(([language]) => language)).toEqual(['sh', 'yaml', 'sh', 'json', 'sh'])
  expect(names(text)).toEqual(expect.arrayContaining(['maxSurge', 'minReady']))
})

test.each([
  ['without an end', fenced('bash', 'cat <<EOF > a.yaml\nmaxSurge: 1')],
  ['of one line', fenced('bash', 'cat <<< EOF\nmaxSurge: 1\nEOF')],
  ['in another language', fenced('cpp', 'out << EOF\nmaxSurge: 1\nEOF')],
])('a text %s stays whole', (_, text) => {
  expect(piecesOf(text)).toHaveLength(1)
})
