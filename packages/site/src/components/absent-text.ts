import { attribute, type ComponentRenderer, element } from './component.ts'

/** What the site generator takes from elsewhere is named, so that nobody misses it unawares. */
export const absentText: ComponentRenderer = (component) => {
  const file = attribute(component, 'file')
  if (file === undefined)
    return [
      element('p', {}, "The site generator creates this part from the code, so Docent can't show it here."),
    ]
  return [element('p', {}, element('em', {}, 'The text of ', element('code', {}, file), ' stands here.'))]
}
