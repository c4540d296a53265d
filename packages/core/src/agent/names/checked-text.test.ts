import { extractNames } from '@docent/content'
import { describe, expect, test } from 'vitest'
import { checkedText } from './checked-text.ts'

const namesOf = (path: string, text: string) => extractNames(checkedText(text, path)).map((name) => name.text)

test('every character stays in its place', () => {
  for (const [path, text] of [
    ['a.adoc', '// a\n:toc: left\nimage::a/b.png[Alt, width=100]\n////\nx --y\n////\nUse `--z`.\n'],
    ['a.md', '---\ntitle: A\nsidebar: b\n---\n% note\n(a-label)=\nSee {ref}`text <a-label>`.\n'],
  ] as const) {
    const checked = checkedText(text, path)
    expect(checked).toHaveLength(text.length)
    expect(checked.split('\n')).toHaveLength(text.split('\n').length)
  }
})

describe('of AsciiDoc', () => {
  test.each([
    ['a comment', '// --not-read'],
    ['a block of comments', '////\n--not-read\n////'],
    ['an attribute', ':page-aliases: old_page.adoc'],
    ['a reference to an attribute', 'See {product_version}.'],
    ['an anchor', '[[max_size]]\n[#other_id]'],
    ['a reference to an anchor', 'See <<max_size>> and <<other_id,there>>.'],
    ['an image', 'image::shots/max_size.png[Shot of max_size,width=400]'],
    ['a target', 'See xref:ROOT:setUp.adoc[set up] and link:max_size.html[this].'],
    ['attributes of a block', '[source,yaml,subs="+attributes"]'],
  ])('%s is not read', (_, text) => {
    expect(namesOf('a.adoc', `${text}\n`)).toEqual([])
  })

  test('code, listings, titles and texts of references are read', () => {
    const text =
      '= Use of `--one`\n\n.Title of `--two`\n[source,bash]\n----\nacme --three\n----\n\nSee xref:a.adoc[`--four`] and <<b,`--five`>>. // kept --six\n'
    expect(namesOf('a.adoc', text)).toEqual(['--one', '--two', '--three', '--four', '--five', '--six'])
  })
})

describe('of MyST', () => {
  test.each([
    ['a comment', '% --not-read'],
    ['a label', '(max_size)='],
    ['a reference', 'See {numref}`max_size`, {ref}`other_id` and {cite:p}`doe_2020`.'],
    ['the label of a reference', 'See {ref}`the sizes <max_size>`.'],
  ])('%s is not read', (_, text) => {
    expect(namesOf('a.md', `${text}\n`)).toEqual([])
  })

  test('roles of code, texts of references, and code that begins with a percent sign are read', () => {
    const text = 'Use {code}`--one` and {ref}`--two <a>`.\n\n```\n% acme --three\n```\n'
    expect(namesOf('a.md', text)).toEqual(['--one', '--two', '--three'])
  })
})
