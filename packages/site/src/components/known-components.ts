import { absentText } from './absent-text.ts'
import { CALLOUTS, callout } from './callout.ts'
import { card, cards, linkButton, step, steps } from './cards.ts'
import { codeBlock } from './code-block.ts'
import { type ComponentRenderer, titleElement } from './component.ts'
import {
  describedGroup,
  disclosure,
  group,
  nothing,
  titledGroup,
  transparent,
  visibility,
} from './disclosure.ts'
import { badge, field, namedValue, tooltip, update } from './fields.ts'
import { embedded, figure, frame, image } from './figures.ts'
import { fileTree, fileTreeEntry } from './file-tree.ts'
import { formula } from './formula.ts'
import { codeGroup, tab, tabs } from './tabs.ts'
import { unknownShortcode } from './unknown-component.ts'

const RENDERERS: readonly (readonly [names: readonly string[], renderer: ComponentRenderer])[] = [
  [CALLOUTS, callout],
  [['card', 'linkcard', 'tile', 'cards.card', 'docent-card'], card],
  [['linkbutton'], linkButton],
  [['cards', 'cardgroup', 'cardgrid', 'columns', 'tiles', 'docent-cards'], cards],
  [['steps', 'docent-steps'], steps],
  [['step'], step],
  [['tabs', 'tabgroup', 'docent-tabs', 'cards.tabs'], tabs],
  [['tab', 'tabitem', 'tabs.tab', 'docent-tab'], tab],
  [
    ['codegroup', 'code-group', 'codetabs', 'requestexample', 'responseexample', 'docent-code-group'],
    codeGroup,
  ],
  [['code', 'codeblock'], codeBlock],
  [['accordion', 'expandable', 'collapse', 'docent-details'], disclosure],
  [['accordiongroup', 'accordions'], group],
  [['docent-group'], titledGroup],
  [['prompt', 'color', 'color.row'], describedGroup],
  [['color.item'], namedValue],
  [['docent-absent'], absentText],
  [['docent-title'], titleElement],
  [['docent-shortcode'], unknownShortcode],
  [['docent-figure'], figure],
  [['docent-math'], formula],
  [['filetree', 'files', 'tree'], fileTree],
  [['filetree.folder', 'filetree.file', 'tree.folder', 'tree.file', 'folder', 'file'], fileTreeEntry],
  [['visibility'], visibility],
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
      'svg',
      'doccardlist',
      'tocinline',
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
