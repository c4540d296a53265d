const { posix: path } = require('node:path')

module.exports = (to, { data }) => {
  const [target, hash = ''] = to.split('#')
  const from = data.root.page.url
  const relative = path.relative(path.dirname(`${from}.`), target) || '.'
  return relative + (target.endsWith('/') ? '/' : '') + (hash && `#${hash}`)
}
