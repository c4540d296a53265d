/** A node of MyST's tree: https://mystmd.org/spec. */
export interface MystNode {
  readonly type: string
  readonly children?: readonly MystNode[]
  readonly value?: string
  readonly name?: string
  readonly args?: string
  readonly kind?: string
  readonly depth?: number
  readonly url?: string
  readonly alt?: string
  readonly label?: string
  readonly identifier?: string
  readonly lang?: string
  readonly ordered?: boolean
  readonly start?: number
  readonly file?: string
}
