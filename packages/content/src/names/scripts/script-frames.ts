import { JAVASCRIPT } from '../allowed/javascript.ts'
import {
  argumentOwner,
  type Frame,
  type Functions,
  heldBy,
  KEEPS,
  NOBODY,
  OWN,
  type Owner,
  owned,
  PRODUCT,
  typeOwner,
} from './script-owners.ts'
import type { ScriptToken } from './script-tokens.ts'

const WORDS: ReadonlySet<string> = new Set(JAVASCRIPT.words.split(/\s+/))
const CONTROL = /^(?:if|for|while|switch|catch|with|function)$/
const STATEMENT =
  /^(?:const|let|var|if|for|while|switch|try|throw|function|class|interface|type|import|export|return|declare|enum|namespace|module|async|await)$/
/** What answers a path, and what stands for a module. */
const ROUTE = /^["'`]\.{0,2}\//
const BODY = /^(?:interface|class|type|enum)$/

interface Known extends Functions {
  declared: ReadonlySet<string>
  /** The type of a variable is of others. */
  foreign(variable: string): void
}

/** Where a reader of code stands: in which braces, and who gets the value that comes next. */
export class ScriptFrames {
  readonly #frames: Frame[] = [frameOf('block', NOBODY, NOBODY)]
  /** Who gets the expression that is read. */
  value: Owner = NOBODY
  /** The name that comes next is a type that a function of the product takes. */
  isTypeArgument = false
  #isPattern = false
  #path: string[] = []
  /** Before the arguments of types. */
  #generic = ''
  #isNew = false
  #declared: { name: string; isExported: boolean; isTyped: boolean } | undefined
  #body: Owner | undefined
  #isClass = false
  #function: Owner | undefined
  #isExported = false
  #isAmbient = false
  #closed: Owner = NOBODY

  readonly #known: Known

  constructor(known: Known) {
    this.#known = known
  }

  get top(): Frame {
    return this.#frames.at(-1) as Frame
  }

  /** The name that comes next is that of a variable, or its type. */
  get isDeclaring(): boolean {
    return this.#declared !== undefined
  }

  read(token: ScriptToken, next: string): void {
    const { text, before, isName } = token
    if (isName) this.#readName(token)
    switch (text) {
      case '{':
        this.#openBrace(token)
        break
      case '(':
        this.#openParenthesis(token)
        break
      case '[':
        this.#push(frameOf('values', this.value, this.value))
        break
      case ')':
      case '}':
      case ']':
        this.#pop()
        break
      case ',':
        this.top.argument++
        this.value = this.top.kind === 'call' ? argumentOwner(this.top, this.#known) : this.top.owner
        break
      case ';':
        this.value = this.top.kind === 'block' ? NOBODY : this.top.owner
        this.#declared = undefined
        break
      case '=':
        this.#assign(token, next)
        break
      case '=>':
        if (this.top.kind === 'call') this.value = this.#returned(this.top)
        break
      case ':':
        if (this.top.kind === 'members') this.value = heldBy(this.top)
        else if (this.#declared !== undefined) this.#declared.isTyped = true
        break
      case '<':
        if (token.isGlued && /\w/.test(before)) this.#generic = this.#path.join('.')
        break
    }
    this.isTypeArgument = text === '<' && token.isGlued && /\w/.test(before) && !KEEPS.test(this.#generic)
    if (text === ':') this.#isPattern = before === '}'
    if (this.top.kind === 'call' && this.top.first === '' && text !== '(') this.top.first = text
    if (this.top.kind === 'members' && (isName || token.isString))
      this.top.lastKey = text.replace(/["']/g, '')
  }

  #readName({ text, before, isFirst }: ScriptToken): void {
    if (before === '.' || before === '?.') {
      this.#path.push(text)
      return
    }
    this.#isNew = before === 'new'
    this.#path = [text]
    const isStatement =
      this.top.kind === 'block' && (STATEMENT.test(text) || (isFirst && /^(?:[\w$)}\]"'`].*|)$/.test(before)))
    if (isStatement && !/^(?:await|async|new)$/.test(text)) this.value = NOBODY
    if (text === 'export') {
      this.#isExported = true
      return
    }
    if (this.#declared?.name === '') {
      this.#declared.name = text
      return
    }
    if (this.#declared?.isTyped && !WORDS.has(text) && !this.#known.declared.has(text))
      this.#known.foreign(this.#declared.name)
    if (/^(?:const|let|var)$/.test(text)) {
      this.#declared = { name: '', isExported: this.#isExported, isTyped: false }
      this.#isExported = false
    } else if (text === 'return') this.value = this.top.returns
    else if (text === 'default' && before === 'export') {
      this.value = PRODUCT
      this.#isExported = false
    } else if (text === 'declare') this.#isAmbient = true
    else if (BODY.test(text) && this.top.kind === 'block') {
      this.#body = this.top.callee === 'declare' ? PRODUCT : OWN
      this.#isClass = text === 'class'
    } else if (this.#isClass && this.#body !== undefined && text === 'extends') this.#body = PRODUCT
    else if (this.#body === OWN && BODY.test(before)) this.#body = typeOwner(text)
    else if (text === 'function')
      this.#function = this.top.kind === 'call' ? this.#returned(this.top) : this.value
    else if (before === 'function' && this.top.kind === 'block' && this.value.kind === 'nobody')
      this.#function = this.#isExported ? PRODUCT : { kind: 'own', variable: text }
    else if (/^(?:satisfies|as)$/.test(before) && this.#closed.variable !== undefined) {
      if (!WORDS.has(text) && !this.#known.declared.has(text)) this.#known.foreign(this.#closed.variable)
    }
  }

  #assign({ isGlued, before }: ScriptToken, next: string): void {
    if (this.#body !== undefined && this.top.kind === 'block') {
      this.value = this.#body
      this.#body = undefined
      return
    }
    const declared = this.#declared
    this.#declared = undefined
    if (declared !== undefined) {
      const { name, isExported } = declared
      this.value = isExported
        ? PRODUCT
        : name === '' || before === '}' || before === ']'
          ? OWN
          : { kind: 'own', variable: name }
    } else if (this.top.kind === 'block' && !(isGlued && next === '{') && this.#path.length === 1)
      this.value = { kind: 'own', variable: this.#path[0] ?? '' }
    else this.value = PRODUCT
  }

  #openBrace({ before }: ScriptToken): void {
    if (this.#declared?.name === '') {
      // A pattern takes names of what is given.
      this.#push(frameOf('members', PRODUCT, PRODUCT))
    } else if (this.#body !== undefined) {
      this.#push(frameOf('members', this.#body, this.#body))
      this.#body = undefined
    } else if (before === '=>') {
      const returns = this.value
      this.#push(frameOf('block', NOBODY, returns))
    } else if (before === '<')
      this.#push(
        frameOf('members', KEEPS.test(this.#generic) ? OWN : { ...PRODUCT, isShallow: true }, PRODUCT),
      )
    else if (/^(?:[=(,:[?]|return|default|&&|\|\||\?\?)$/.test(before) && this.top.kind !== 'block') {
      const isType = before === ':' && (this.top.kind === 'call' || this.top.kind === 'group')
      this.#push(frameOf('members', isType ? (this.#isPattern ? OWN : PRODUCT) : this.value, PRODUCT))
    } else if (/^(?:[=([?]|return|default|&&|\|\||\?\?)$/.test(before))
      this.#push(frameOf('members', this.value, PRODUCT))
    else if (before === 'export') this.#push(frameOf('members', PRODUCT, PRODUCT))
    else this.#openBlock(before)
  }

  #openBlock(before: string): void {
    const { kind, owner, returns } = this.top
    const isMethod = kind === 'members' && before === ')'
    const given = this.#function ?? (isMethod ? owner : returns)
    this.#function = undefined
    const frame = frameOf('block', NOBODY, given)
    if (this.#isAmbient) frame.callee = 'declare'
    this.#isAmbient = false
    this.#push(frame)
  }

  #openParenthesis({ before }: ScriptToken): void {
    const isCall =
      /[\w$)\]>]$/.test(before) && before !== '=>' && !/^(?:return|await|typeof|in|of|case)$/.test(before)
    if (!isCall || CONTROL.test(before)) {
      this.#push(frameOf('group', this.value, this.top.returns))
      return
    }
    const callee = before === '>' ? this.#generic : this.#path.join('.')
    const frame = frameOf('call', NOBODY, this.top.returns)
    frame.callee = this.#isNew ? `new ${callee}` : callee
    frame.around = this.value
    this.#push(frame)
    this.value = argumentOwner(frame, this.#known)
  }

  #push(frame: Frame): void {
    frame.around = this.value
    this.#frames.push(frame)
    this.value = frame.kind === 'block' ? NOBODY : frame.owner
  }

  #pop(): void {
    if (this.#frames.length === 1) return
    const frame = this.#frames.pop()
    this.value = frame?.around ?? NOBODY
    this.#closed = frame?.owner ?? NOBODY
    this.#path = ['']
  }

  /** What a function that is given to a call returns. */
  #returned(call: Frame): Owner {
    if (ROUTE.test(call.first)) return OWN
    return KEEPS.test(call.callee) ? owned(call.around) : argumentOwner(call, this.#known)
  }
}

function frameOf(kind: Frame['kind'], owner: Owner, returns: Owner): Frame {
  return { kind, owner, returns, around: NOBODY, callee: '', argument: 0, first: '', lastKey: '' }
}
