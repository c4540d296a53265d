/** Who gets a value: nobody, the product, or the code itself, by a variable or at once. */
export interface Owner {
  kind: 'nobody' | 'product' | 'own'
  variable?: string
  /** The type whose fields they are: where the documentation has it, they are not one's own. */
  type?: string
  /** Of the fields themselves, and not of what they hold. */
  isShallow?: true
}

export interface Frame {
  /** `members`: of an object, a type or a class. */
  kind: 'members' | 'values' | 'call' | 'group' | 'block'
  /** Of what stands directly in it. */
  owner: Owner
  /** Of what its function returns. */
  returns: Owner
  /** Of the expression that it is a part of. */
  around: Owner
  callee: string
  argument: number
  /** The first argument as it is written. */
  first: string
  lastKey: string
}

export const NOBODY: Owner = { kind: 'nobody' }
export const PRODUCT: Owner = { kind: 'product' }
export const OWN: Owner = { kind: 'own' }
/** They show, send, store or compare data, whatever it is called. */
const TAKES_DATA =
  /^(?:(?:console|JSON|Object|Array|Promise)(?:\..*)?|structuredClone|new (?:Map|Set|WeakMap)|(?:.*\.)?(?:json|stringify|unshift|values|insertOne|insertMany|insert|dispatch|sign|expect|to(?:Strict)?Equal|toMatchObject|toContainEqual|toHaveBeenCalledWith|mock(?:Return|Resolved)Value(?:Once)?|thenReturn)|assert(?:\..*)?|(?:.*\.)?(?<!\b(?:router|navigation|history)\.)push|(?:res|response|reply|ws|socket)?\.send)$/
/** Their parts are named by who writes them. */
const TAKES_SHAPE = /^(?:new )?(?:[\w$.]*\.)?(?:object|strictObject|looseObject|Object|struct|Struct|Schema)$/
/** What goes in comes out. */
export const KEEPS =
  /^(?:ref|reactive|shallowRef|useState|useReducer|useMemo|computed|signal|writable|readable|\$state|\$derived|atom|observable|(?:.*\.)?(?:freeze|seal|assign|map|flatMap|reduce|concat|filter|fromEntries|from|sort|then))$/
/** Types that say what a function takes. */
const OPTIONS = /(?:Option|Config|Setting|Prop|Param|Arg)s?$/
/** Nobody calls data of one's own so but after the product's. */
const COMPOUND = /^[A-Z]+[a-z0-9]+[A-Z]/
const TABLE = /Table$/
const DATA_KEY = /^(?:data|payload|variables|properties|params|state|initialState|defaultValues)$/

/** Who gets the value of a key. */
export function heldBy({ owner, lastKey }: Frame): Owner {
  if (owner.kind === 'product') return owner.isShallow || DATA_KEY.test(lastKey) ? OWN : owner
  return owner.isShallow ? { kind: 'own', ...(owner.type !== undefined && { type: owner.type }) } : owner
}

export function typeOwner(name: string): Owner {
  if (OPTIONS.test(name)) return PRODUCT
  return { kind: 'own', variable: name, isShallow: true, ...(COMPOUND.test(name) && { type: name }) }
}

export function owned(owner: Owner): Owner {
  return owner.kind === 'nobody' ? OWN : owner
}

/** Whose functions code calls. */
export interface Functions {
  /** Its own. */
  functions: ReadonlySet<string>
  /** The modules that names come from. */
  modules: ReadonlyMap<string, string>
}

/** Who gets an argument of a call. */
export function argumentOwner(
  { callee, argument, first, around }: Frame,
  { functions, modules }: Functions,
): Owner {
  if (KEEPS.test(callee)) return owned(around)
  if (TAKES_DATA.test(callee) && argument === 0) return OWN
  if (TAKES_SHAPE.test(callee) && argument === 0) return OWN
  if (functions.has(callee.replace(/^new /, ''))) return OWN
  if (TABLE.test(callee) && argument > 0 && /^["'`]/.test(first)) return OWN
  const type = modules.get(callee.replace(/^new /, '').split('.')[0] ?? '')
  return type === undefined ? PRODUCT : { kind: 'own', type }
}
