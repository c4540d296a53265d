/** Flags of programs that every answer may use, whatever the documentation is about. */
const BY_PROGRAM: Readonly<Record<string, string>> = {
  curl: '-X -H -d -s -S -L -o -O -f -k -u -i -v -F -sS -fsSL -sSL -sL -fsS -sSf -LO --request --header --data --data-raw --data-binary --silent --fail --location --output --user --include --insecure --verbose --url --form',
  wget: '-O -q -qO- --quiet --output-document',
  git: '-m -b -a -am -u -f -p --global --depth --branch --force --all --tags --oneline --hard --soft --amend --no-edit --recursive --recurse-submodules --no-verify -d -D --rebase --set-upstream',
  npm: '-g -D -S -i --global --save --save-dev --legacy-peer-deps --force --workspace --workspaces -w -y --yes --omit --production',
  pnpm: '-D -g -w -r --global --save-dev --filter --recursive --workspace-root',
  yarn: '-D --dev --global',
  bun: '-d -D -g --dev --global',
  npx: '-y --yes -p',
  pip: '-r -U -e --upgrade --requirement --user --editable -q',
  python: '-m -c -u -V --version',
  docker:
    '-d -p -v -e -it -i -t -f --rm --name --env --volume --publish --detach --tag --network --file --env-file --restart --build --platform -w --mount --entrypoint',
  kubectl: '-f -n -o -l -it --namespace --filename --output --all --selector -A --all-namespaces -w --watch',
  helm: '-f -n --namespace --set --values --install --create-namespace --version',
  ssh: '-i -p -L -R -N -o',
  scp: '-r -i -P',
  tar: '-x -z -v -f -c -C -xzf -czf -xvf -zxvf -xf -xzvf -czvf -cf',
  mkdir: '-p',
  rm: '-r -f -rf -fr',
  cp: '-r -a -R -f -p',
  mv: '-f',
  ls: '-l -a -la -al -lh -lah -1',
  chmod: '-R +x',
  chown: '-R',
  ln: '-s -sf',
  grep: '-r -i -n -v -E -q -l -rn -o -A -B -c',
  find: '-name -type -exec -path -maxdepth -delete',
  sed: '-i -e -n -E',
  tail: '-f -n',
  head: '-n -c',
  xargs: '-I -n -0',
  systemctl: '--user --now enable',
  journalctl: '-u -f -n',
  openssl: '-base64 -hex -out -in -keyout -x509 -newkey -nodes -days -new -subj -req -key -noout -text',
  apt: '-y --yes',
  'apt-get': '-y --yes -q -qq --no-install-recommends',
  cargo: '--release --features --bin --example --version',
  go: '-o -v -u -d ./...',
  brew: '--cask',
  tee: '-a',
  echo: '-e -n',
  export: '-p',
  jq: '-r -c -e',
  touch: '',
  psql: '-U -d -h -c -f -p',
  node: '-e -p --version',
  uname: '-a -m -s -r',
  kill: '-HUP -INT -TERM -KILL -USR1 -USR2 -QUIT -s',
  sudo: '-u -E',
  read: '-r -s -p',
  set: '-e -x -u -o -eu -ex -euo',
  date: '-u',
  cat: '-n',
  rsync: '-a -v -z -avz --delete',
}
const FLAGS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(BY_PROGRAM).map(([program, flags]) => [program, new Set(flags.split(' '))]),
)
/** Nearly every program has them. */
const EVERY = new Set('--help -h --version -V -v'.split(' '))

export function isCommonFlag(flag: string, words: readonly string[] = []): boolean {
  if (EVERY.has(flag)) return true
  const program = words[0]?.split('/').at(-1)
  return program !== undefined && FLAGS.get(program)?.has(flag) === true
}
