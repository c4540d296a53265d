import type { en } from './en.ts'

/** Every word that the widget shows. */
export type Texts = { [Name in keyof typeof en]: string }
