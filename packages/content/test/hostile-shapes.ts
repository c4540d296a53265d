/** A text of about `length` characters that is made to be slow to read. */
export type Shape = (length: number) => string

const repeat = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length))
const numbered = (piece: (at: number) => string, length: number) => {
  const parts: string[] = []
  for (let size = 0, at = 0; size < length; at += 1) {
    const part = piece(at)
    parts.push(part)
    size += part.length
  }
  return parts.join('')
}
const repeated = (piece: string): Shape => {
  return (length) => `a\n\n${repeat(piece, length)}`
}
/** One piece with a long run of characters before something that spoils it. */
const spoiled = (before: string, run: string, after: string): Shape => {
  return (length) => `${before}${repeat(run, length)}${after}`
}
/** Half of the text opens, the other half closes. */
const nested = (opening: string, closing: string): Shape => {
  return (length) => {
    const depth = Math.ceil(length / (opening.length + closing.length))
    return `a\n\n${opening.repeat(depth)}${closing.repeat(depth)}`
  }
}

const PIECES = [
  ':::{a}\n',
  '{{ site.a | b }}',
  '{% link a %}',
  '{% raw %}',
  '{{< include "a" >}}',
  "[a](b ':include :type=code')",
  '?> a :id=b\n',
  '```{a} b\n',
  '```{toctree}\n',
  '{doc}`',
  '{doc}`a <b>`',
  '(a)=\n',
  'xref:',
  'xref:a[',
  'xref:a',
  '<<',
  '<<a',
  '<<a>>',
  'include::a[]\n',
  'link:a[\\]',
  ':a: b\n',
  '----\n',
  '////\n',
  'tag::',
  '>',
  '> ',
  '[',
  '![',
  '[a](',
  '](',
  '[a](b "',
  "[a](b '",
  '[a](<',
  '[https://a]',
  'https://a]',
  '[a][',
  '[a]: ',
  '[a]: <',
  '[a]: b\n',
  '` `` ``` ',
  '<a ',
  '<a b="',
  '<a b={',
  '<a href="x" ',
  '{\n\n',
  '{/* ',
  '{`${',
  '{{',
  '{{#include ',
  '{{#include a',
  '{{#include a:b ',
  '{{#playground a}}',
  '{% include "a',
  '- [a](b.md)\n ',
  '- [',
  '# a #',
  '<!--',
  '<!-- \n\n',
  '*a ',
  '*_*_',
  '**',
  '_a_',
  '~~',
  '# a\n',
  '# # # ',
  'a\n=\n',
  '- ',
  '- a\n',
  '1. - ',
  '  - ',
  '```\n',
  '~~~ `\n',
  '\t',
  ' ',
  '\r',
  '\0',
  '\\',
  'export const a = {\n\n',
  'import a\n',
  'import\n\n',
  '|-|-|\n',
  '| a | b |\n',
  'https://',
  'http://a)',
  'www.',
  '<https://a',
  '<div>\n',
  '<pre>\n\n',
  '<A>\n',
  '</A>\n',
  '<A><B>',
  '[a](((((',
  '[![a](b)](c)',
  '&amp;',
  '&#x',
  '&a',
  '{#',
  '{#a',
  '{: #a',
  '---\na: ',
  '---\n',
  '+++\n',
  ':::',
  '::: a.b\n',
  '{% include ',
  '{% a %}b{% /a %}\n',
  '{% raw %}',
  '!!! a\n',
  '    !!! a\n\n',
  '=== "a"\n',
  'a\n: b\n',
  ':a:',
  '{{< a >}}',
  ':::a\n',
  '::a\n',
  '::a\n---\n',
  ':a{',
  ':a[',
  '[a]{',
  '`a`{',
  '#a\n',
  '==a',
  '++a',
  '> [!a]\n',
  '{ .a ',
  '<Snippet file="',
  '<Snippet file="a.md" />\n',
  '<!--@include: ',
  '.md',
  '\u2028',
  '^[a]',
  '[^a]: b\n',
] as const

/** Pages, by what they abuse. */
export const PAGE_SHAPES: Readonly<Record<string, Shape>> = {
  ...Object.fromEntries(PIECES.map((piece) => [JSON.stringify(piece), repeated(piece)])),
  'AsciiDoc attributes': (length) =>
    `= T\n${numbered((at) => `:a${at}: {a${Math.max(0, at - 1)}}\n`, length)}`,
  'one attribute over many lines': (length) => `= T\n:a: ${repeat('b \\\n', length)}`,
  'AsciiDoc attributes in targets': (length) => `= T\n:a: b\n\n${repeat('link:{a}[] ', length)}`,
  'many AsciiDoc titles': (length) => `${repeat('\n= T\n:a:\n', length)}`,
  'an alias of many names': spoiled('= T\n:page-aliases: a', ',a', '\n'),
  'an alias of many spaces': spoiled('= T\n:page-aliases: a', ' ', 'b\n'),
  'tagged regions': (length) => numbered((at) => `tag::a${at}[]\n`, length),
  'nested blocks of AsciiDoc': (length) => numbered((at) => `${'-'.repeat(4 + (at % 200))}\n`, length),
  'links, and addresses beside them': repeated('[a](./b.md)<A to="./b.md"/>\n'),
  'links before addresses': (length) => {
    const links = repeat('[a](./b.md)\n', length / 2)
    return `${links}\n${repeat('<A to="./b.md"/>\n', length / 2)}`
  },
  'imports and tags': (length) => {
    const imports = numbered((at) => `import A${at} from './a${at}.mdx'\n`, length / 2)
    return `${imports}\n${numbered((at) => `<A${at} />\n`, length / 2)}`
  },
  'imports of one name, and its tags': (length) =>
    `${repeat("import A from './a.mdx'\n", length / 2)}\n${repeat('<A />', length / 2)}`,
  'an import before many spaces': spoiled("import A from './a.mdx'", ' ', 'x'),
  'an include with many extensions': spoiled('<!--@include: a', '.md', ' x'),
  'nested brackets': nested('[', ']'),
  'nested images': nested('![', '](a)'),
  'nested parentheses': (length) => `[a](${'('.repeat(length / 2)}${')'.repeat(length / 2)})`,
  'nested tags': nested('<A>', '</A>'),
  'nested braces': nested('{', '}'),
  'nested quotations': (length) => `${'> '.repeat(length / 2)}a`,
  'numbered references': (length) => numbered((at) => `[a${at}`, length / 2) + ']'.repeat(length / 12),
  'bare addresses in brackets': (length) => '['.repeat(length / 10) + repeat('https://a]', length * 0.9),
  'one tag of many attributes': (length) => `<a ${numbered((at) => `a${at}="b" `, length)}>x</a>`,
  'one tag of many targets': (length) => `<a ${repeat('href="/b" ', length)}>x</a>`,
  'a tag that never ends': spoiled('<a ', 'b ', ''),
  'a value that never ends': spoiled('<a b="', 'x', ''),
  'an id that never ends': spoiled('{#', 'a', ''),
  'a heading of marks': (length) => `# ${'*'.repeat(length)}\n\n# ${'_'.repeat(length)} a`,
  'headings of many marks': repeated(`# ${'*'.repeat(490)} \n`),
  'headings of many spaces': repeated(`# a${' '.repeat(1_900)}{#\n`),
  'headings of one name': repeated('# a\n# a-1\n'),
  'table rows of many spaces': repeated(`a\n|-${' '.repeat(1_900)}x\n`),
  'a script of many dots': (length) => `\`\`\`sh\nnode ${repeat('a.', length)}!\n\`\`\`\n`,
  'many scripts of many dots': (length) =>
    `\`\`\`sh\n${repeat(`node ${'a.'.repeat(40)}!\n`, length)}\`\`\`\n`,
  'lines of many ticks': repeated(`${'`'.repeat(1_900)} a\n`),
  'tags of many spaces': repeated(`<x a${' '.repeat(1_900)}!\n`),
  'one long word': spoiled('', 'a', ''),
  'one long line of words': spoiled('', 'ab ', ''),
  'ticks of every length': (length) => numbered((at) => `${'`'.repeat(at % 400)} `, length),
  'a deep list': (length) => numbered((at) => `${'  '.repeat(at % 60)}- a\n`, length),
  'frontmatter of one long value': spoiled('---\na: b', ' ', '#\n---\n'),
  'frontmatter of many keys': (length) => `---\n${numbered((at) => `a${at}: b\n`, length)}---\n`,
  'frontmatter of many lists': spoiled('---\na: ', '[', '\n---\n'),
  'frontmatter of many mappings': spoiled('---\na: ', '{a: ', '\n---\n'),
  'frontmatter of nested lines': (length) =>
    `---\n${numbered((at) => `${' '.repeat(at % 200)}a:\n`, length)}---\n`,
  'frontmatter of many anchors': (length) =>
    `---\n${numbered((at) => `a${at}: &b${at} [*b${Math.max(0, at - 1)}]\n`, length)}---\n`,
  'frontmatter that never ends': spoiled('---\n', 'a: b\n', ''),
  'frontmatter of a quoted value': spoiled('---\na: "', '\\', '\n---\n'),
  'TOML of many tables': (length) => `+++\n${numbered((at) => `[a${at}]\n`, length)}+++\n`,
  'TOML of deep keys': spoiled('+++\na', '.a', ' = 1\n+++\n'),
  'code of a long chain': spoiled('```js\na', '.a', '\n```\n'),
  'code of keys behind a long chain': (length) =>
    `\`\`\`js\na${repeat('.a', length / 2)}({${numbered((at) => `k${at}:1,`, length / 2)}})\n\`\`\`\n`,
  'code of expressions that never end': spoiled('```js\n', '=/[', '\n```\n'),
}

/** Configuration files of sites, by what they abuse. */
export const SETTING_SHAPES: Readonly<Record<string, Shape>> = {
  'unclosed comments': (length) => `export default ${repeat('/* ', length)}`,
  'line comments': (length) => `export default ${repeat('// ', length)}`,
  'escaped quotes': (length) => `export default ${repeat('\\"', length)}`,
  'unclosed templates': (length) => `export default ${repeat('`$', length)}`,
  'unclosed strings': (length) => `export default [${repeat('"a\n', length)}`,
  'nested lists': (length) => `export default ${repeat('[', length)}`,
  'nested objects': (length) => `export default ${repeat('{a:', length)}`,
  'a declared name': (length) => `${repeat('const a ', length)}\nexport default a;`,
  types: (length) => `export default [${repeat('1 as a, ', length)}]`,
  calls: (length) => `export default ${repeat('a(', length)}`,
  exports: (length) => repeat('export default ', length),
  sidebars: (length) => repeat('sidebar: [', length),
  keys: (length) => `{"navigation": {${numbered((at) => `"a${at}": 1,`, length)}"pages": []}}`,
  pages: (length) => `{"navigation": [${numbered((at) => `"a${at}",`, length)}"a"]}`,
  redirects: (length) =>
    `{"redirects": [${numbered((at) => `{"source":"/a${at}","destination":"/b"},`, length)}0], "navigation": []}`,
  'an unclosed string': (length) => `{"navigation": "${repeat('a', length)}`,
  'blank lines': (length) => `a: b\n${'\n'.repeat(length)}x`,
  mappings: (length) => numbered((at) => `a${at}: b\n`, length),
  'lists of YAML': (length) => `nav:\n${numbered((at) => `  - a${at}: b.md\n`, length)}`,
  'flows of YAML': (length) => `nav: ${repeat('[', length)}`,
  TOML: (length) => numbered((at) => `[[a${at}]]\nb = 1\n`, length),
}
