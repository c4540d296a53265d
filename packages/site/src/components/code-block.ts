import { toString as textOf } from 'hast-util-to-string'
import { attribute, type ComponentRenderer, element } from './component.ts'

/** A block of code that is written as a component: `<Code code="…" lang="js" />`, `<CodeBlock language="js">`. */
export const codeBlock: ComponentRenderer = (component) => {
  const source = attribute(component, 'code') ?? textOf({ type: 'root', children: component.children })
  if (source.trim() === '') return []
  const language = attribute(component, 'lang', 'language')
  const title = attribute(component, 'title', 'filename')
  const properties = {
    ...(language === undefined ? {} : { className: [`language-${language}`] }),
    ...(title === undefined ? {} : { dataMeta: `title="${title.replaceAll('"', '')}"` }),
  }
  return [element('pre', {}, element('code', properties, source))]
}
