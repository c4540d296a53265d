import type { Attributes } from './widget-options.ts'

export const GENERATORS = [
  { value: 'html', label: 'HTML, Hugo' },
  { value: 'docusaurus', label: 'Docusaurus' },
  { value: 'starlight', label: 'Starlight' },
  { value: 'vitepress', label: 'VitePress' },
  { value: 'mkdocs', label: 'MkDocs Material' },
] as const
export type Generator = (typeof GENERATORS)[number]['value']

/** A file, and what stands in it. */
export interface Snippet {
  readonly file: string
  readonly text: string
}

/** The lines that put the widget into a site, as the guide has them. */
export function snippetsFor(generator: Generator, origin: string, attributes: Attributes): Snippet[] {
  const src = `${origin}/widget/latest/docent.js`
  const script = `<script src="${src}" async></script>`
  const element = elementOf(attributes)
  const set = attributes
    .map(([name, value]) => `assistant.setAttribute(${quoted(name)}, ${quoted(value)})`)
    .join('\n')
  const make = `const assistant = document.createElement('docent-assistant')\n${set}\ndocument.body.append(assistant)`
  switch (generator) {
    case 'html':
      return [{ file: 'Before </body> of every page', text: `${script}\n${element}` }]
    case 'docusaurus':
      return [
        {
          file: 'docusaurus.config.js',
          text: `export default {\n  scripts: [{ src: '${src}', async: true }],\n  clientModules: ['./src/docent.js'],\n}`,
        },
        {
          file: 'src/docent.js',
          text: `if (typeof document !== 'undefined' && !document.querySelector('docent-assistant')) {\n${indented(make)}\n}`,
        },
      ]
    case 'starlight':
      return [
        {
          file: 'astro.config.mjs',
          text: `starlight({\n  head: [\n    { tag: 'script', attrs: { src: '${src}', async: true } },\n    {\n      tag: 'script',\n      content: \`addEventListener('DOMContentLoaded', () => document.body.insertAdjacentHTML('beforeend', \${JSON.stringify(${quoted(element)})}))\`,\n    },\n  ],\n})`,
        },
      ]
    case 'vitepress':
      return [
        {
          file: '.vitepress/theme/index.mjs',
          text: `import DefaultTheme from 'vitepress/theme'\n\nexport default {\n  extends: DefaultTheme,\n  enhanceApp() {\n    if (typeof document === 'undefined') return\n${indented(make, 4)}\n  },\n}`,
        },
        {
          file: '.vitepress/config.mjs',
          text: `export default {\n  head: [['script', { src: '${src}', async: '' }]],\n}`,
        },
      ]
    case 'mkdocs':
      return [
        { file: 'mkdocs.yml', text: 'theme:\n  name: material\n  custom_dir: overrides' },
        {
          file: 'overrides/main.html',
          text: `{% extends "base.html" %}\n{% block scripts %}\n  {{ super() }}\n  ${script}\n  ${element}\n{% endblock %}`,
        },
      ]
  }
}

function elementOf(attributes: Attributes): string {
  const written = attributes.map(([name, value]) => (value === '' ? name : `${name}="${escaped(value)}"`))
  return `<docent-assistant ${written.join(' ')}></docent-assistant>`
}

/** The placeholder of a key stays as people look for it. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll(/<(?!ASSISTANT_API_KEY>)/g, '&lt;')
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function indented(text: string, spaces = 2): string {
  return text.replaceAll(/^/gm, ' '.repeat(spaces))
}
