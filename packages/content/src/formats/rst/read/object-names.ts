import { identifierOf } from '../../page/docutils-ids.ts'

/** An object that a directive describes. */
export interface DescribedObject {
  /** Its signature, as a build shows it. */
  shown: string
  /** Its full name. */
  name: string
  ids: string[]
  /** References that name it, as `py:flask.Flask` or `option:run --debug`. */
  keys: string[]
}

interface ObjectPlace {
  /** Name of the object around it. */
  around: string
  module: string
  program: string
}

const PYTHON =
  /^(?:py:)?(?:function|class|method|classmethod|staticmethod|attribute|property|data|exception|decorator|decoratormethod|type)$/
const C = /^(?:c|cpp):(?:function|member|var|macro|struct|union|enum|enumerator|type|class|concept|alias)$/
const SCRIPT = /^js:(?:function|method|class|data|attribute|module)$/
const NAMED =
  /^(?:option|cmdoption|envvar|confval|describe|object|setting|django-admin|productionlist|directive(?::option)?|role|rst:(?:directive|role))$/

/** True for a directive that describes an object. */
export function isObject(name: string): boolean {
  return PYTHON.test(name) || C.test(name) || SCRIPT.test(name) || NAMED.test(name)
}

/** https://www.sphinx-doc.org/en/master/usage/domains/index.html */
export function objectOf(directive: string, signature: string, place: ObjectPlace): DescribedObject {
  const shown = signature.replace(/\\(.)/g, '$1')
  if (PYTHON.test(directive)) return pythonObject(directive, shown, place)
  if (C.test(directive)) {
    const name = /(?<![\w.:])([\w.:]+)[ \t]?(?:\(|\[|=|$)/.exec(shown)?.[1] ?? shown
    const isC = directive.startsWith('c:')
    return { shown, name, ids: isC ? [`c.${name}`] : [], keys: [`${isC ? 'c' : 'cpp'}:${name}`] }
  }
  if (SCRIPT.test(directive)) {
    const own = /^[\w$.]+/.exec(shown)?.[0] ?? shown
    const name = place.around === '' ? own : `${place.around}.${own}`
    return { shown, name, ids: [name], keys: [`js:${name}`] }
  }
  const kind = directive.replace(/^cmdoption$/, 'option')
  if (kind === 'option') return optionObject(shown, place.program)
  const ids = kind === 'envvar' || kind === 'confval' || kind === 'setting' ? [namedId(kind, shown)] : []
  return { shown, name: shown, ids, keys: [`${kind}:${shown}`] }
}

function pythonObject(directive: string, shown: string, { around, module }: ObjectPlace): DescribedObject {
  const own = /^(?:(?:async|class|static|abstract|final)\s+)*([\w.]+)/.exec(shown)?.[1] ?? ''
  const outer = around !== '' ? `${around}.` : module === '' ? '' : `${module}.`
  const name = own.startsWith(outer) && outer !== '' && around !== '' ? own : outer + own
  const kind = directive.replace(/^py:/, '')
  const prefix =
    kind === 'class' || kind === 'exception' ? `${kind} ` : kind.startsWith('decorator') ? '@' : ''
  const home = around === '' && module !== '' && !own.includes('.') ? `${module}.` : ''
  return { shown: prefix + home + shown, name, ids: [name], keys: [`py:${name}`] }
}

/** `-o FILE, --output FILE`: each name has an id. */
function optionObject(shown: string, program: string): DescribedObject {
  const names = shown.split(/, /).map((each) => /^[^\s=[<]+/.exec(each.trim())?.[0] ?? '')
  const before = program === '' ? 'cmdoption' : `cmdoption-${program.replace(/\s+/g, '-')}`
  const ids = names.map((name) => namedId(before, name.replace(/^-+|^\//, '')))
  const keys = names.flatMap((name) => [`option:${name}`, `option:${program} ${name}`.trim()])
  return { shown, name: names[0] ?? shown, ids: [...new Set(ids)], keys }
}

/** Case stays in the ids of names. */
export function namedId(prefix: string, name: string): string {
  const plain = name.replace(/[^\w.]+/g, '-').replace(/^[-._]+|(?<![-._])[-._]+$/g, '')
  return `${prefix}-${plain === '' ? identifierOf(name) : plain}`
}
