import { useMDXComponents as getDocsComponents } from 'nextra-theme-docs'

export const useMDXComponents = (components) => ({ ...getDocsComponents(), ...components })
