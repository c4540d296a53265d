import type { FoundName } from '../text/found-name.ts'
import type { Region } from '../text/region.ts'

/** What one does to a control of an interface, in the languages that answers mostly have. */
const VERBS =
  'click|press|select|choose|open|tap|check|enable|disable|toggle|go to|navigate to|under|labelled|labeled|button|tab|menu|klicken Sie auf|klicke auf|wählen Sie|wähle|öffnen Sie|öffne|cliquez sur|choisissez|ouvrez|sélectionnez|haz clic en|haga clic en|selecciona|seleccione|abre|abra|clique em|selecione|点击|选择|打开|クリック|選択'
const BEFORE = new RegExp(`(?:${VERBS})(?:\\s(?:on|the|to|in|your|den|die|das|le|la|el|l'))?\\s{0,2}$`, 'iu')
const QUOTED =
  /\*\*([^*\n]{2,60})\*\*|"([^"\n]{2,60})"|“([^”\n]{2,60})”|«\s?([^»\n]{2,60})»|「([^」\n]{2,60})」/g
const LOOKED_BACK = 40

/** Quoted or bold labels of an interface, behind a word that says what to do with them. */
export function labelsOf(text: string, { start, end }: Region): FoundName[] {
  return [...text.slice(start, end).matchAll(QUOTED)].flatMap((match) => {
    const from = start + match.index
    if (!BEFORE.test(text.slice(Math.max(start, from - LOOKED_BACK), from))) return []
    const written = match.slice(1).find((group) => group !== undefined)
    const label = written?.trim().replace(/(?<![.:…])[.:…]+$/, '')
    if (label === undefined || label.length < 2 || label.includes('`')) return []
    const at = from + match[0].indexOf(label)
    return [
      { text: label, kind: 'label', start: at, end: at + label.length, keys: [label] } satisfies FoundName,
    ]
  })
}
