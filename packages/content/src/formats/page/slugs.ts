/** https://github.com/mdit-vue/mdit-vue/tree/main/packages/shared, `slugify`. */
export function vueSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase()
}

/** https://python-markdown.github.io/extensions/toc/, `slugify` and `slugify_unicode`. */
export function pythonSlug(text: string, { isUnicode = false, separator = '-' } = {}): string {
  const plain = isUnicode ? text.normalize('NFKC') : text.normalize('NFKD').replaceAll(/[^\p{ASCII}]/gu, '')
  return plain
    .replaceAll(/[^\p{L}\p{N}\p{M}_\s-]/gu, '')
    .trim()
    .toLowerCase()
    .replaceAll(separator === '-' ? /[-\s]+/g : /[_\s]+/g, separator)
}
