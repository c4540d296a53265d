import { CALLOUTS, callout } from './callout.ts'
import { card, cards, step, steps } from './cards.ts'
import type { ComponentRenderer } from './component.ts'
import { disclosure, group, nothing, transparent } from './disclosure.ts'
import { badge, field, tooltip, update } from './fields.ts'
import { embedded, frame, image } from './figures.ts'
import { codeGroup, tab, tabs } from './tabs.ts'

const RENDERERS: readonly (readonly [names: readonly string[], renderer: ComponentRenderer])[] = [
  [CALLOUTS, callout],
  [['card', 'linkcard', 'tile', 'linkbutton'], card],
  [['cards', 'cardgroup', 'cardgrid', 'columns', 'tiles'], cards],
  [['steps'], steps],
  [['step'], step],
  [['tabs', 'tabgroup', 'docent-tabs', 'cards.tabs'], tabs],
  [['tab', 'tabitem', 'tabs.tab', 'docent-tab'], tab],
  [['codegroup', 'code-group', 'codetabs', 'requestexample', 'responseexample'], codeGroup],
  [['accordion', 'expandable', 'collapse', 'docent-details'], disclosure],
  [['accordiongroup', 'accordions'], group],
  [['frame', 'figure.frame'], frame],
  [['image', 'themedimage', 'zoomableimage'], image],
  [['video', 'audio', 'iframe', 'embed', 'object', 'source', 'youtube', 'loom', 'vimeo'], embedded],
  [['paramfield', 'responsefield', 'param', 'property', 'api.field'], field],
  [['update'], update],
  [['badge'], badge],
  [['tooltip'], tooltip],
  [
    [
      'icon',
      'style',
      'script',
      'link',
      'meta',
      'base',
      'template',
      'noscript',
      'head',
      'title',
      'textarea',
      'select',
    ],
    nothing,
  ],
  [
    [
      'fragment',
      'react.fragment',
      'picture',
      'column',
      'panel',
      'filetree',
      'browseronly',
      'tableofcontents',
      'form',
      'center',
      'font',
      'main',
      'article',
      'header',
      'footer',
      'nav',
      'body',
      'html',
      'button',
      'label',
      'fieldset',
      'svg.title',
    ],
    transparent,
  ],
]

/** How components of the usual documentation generators are shown, by their name in lower case. */
export const KNOWN_COMPONENTS: ReadonlyMap<string, ComponentRenderer> = new Map(
  RENDERERS.flatMap(([names, renderer]) =>
    names.map((name): [string, ComponentRenderer] => [name, renderer]),
  ),
)
