import type { Tag } from './scan-tag.ts'

/** Something in inline Markdown that is not plain text; offsets are into the source. */
export type InlineToken =
  | CodeToken
  | EscapeToken
  | CommentToken
  | ExpressionToken
  | TagToken
  | LinkToken
  | AutolinkToken

export interface CodeToken {
  kind: 'code'
  start: number
  end: number
  /** Of the code itself. */
  textStart: number
  textEnd: number
}

export interface EscapeToken {
  kind: 'escape'
  start: number
  end: number
}

export interface CommentToken {
  kind: 'comment'
  start: number
  end: number
}

export interface ExpressionToken {
  kind: 'expression'
  start: number
  end: number
}

export interface TagToken {
  kind: 'tag'
  start: number
  end: number
  tag: Tag
}

/** `[text](target)`, `![text](target)`, or the definition `[text]: target`. */
export interface LinkToken {
  kind: 'link' | 'image' | 'definition'
  start: number
  end: number
  textStart: number
  textEnd: number
  targetStart: number
  targetEnd: number
}

/** `<https://…>` or a bare `https://…`. */
export interface AutolinkToken {
  kind: 'autolink'
  start: number
  end: number
  targetStart: number
  targetEnd: number
}
