// A stale lockfile can leave pnpm running scripts under the outer Node: stop with a clear word instead of a strange crash.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 16)) {
  console.error(
    `Docent needs Node >= 22.16, this is ${process.version}. Run "npm start" or "npm test": they use their own Node.`,
  )
  process.exit(1)
}
