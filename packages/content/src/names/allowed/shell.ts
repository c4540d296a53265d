import type { LanguageWords } from './language-words.ts'

export const SHELL: LanguageWords = {
  names:
    'sh bash zsh fish shell console shell-session shellsession terminal cmd bat batch powershell ps1 pwsh dockerfile makefile make nix',
  family: 'shell',
  words: `alias awk basename bash bg brew bun bunx bzip2 cargo cat cd chmod chown clear cmp command composer cp curl cut date
    deno df diff dirname docker docker-compose du echo env eval exec exit export false fg find gem git go grep gunzip gzip
    head helm history hostname if fi for do done kill kubectl less ln local ls make man mkdir mktemp more mv nano node npm
    npx nvm open openssl patch pip pip3 pipx pnpm printf ps pwd python python3 read rm rmdir rsync ruby scp sed select set
    sh sleep sort source ssh sudo systemctl tail tar tee test then touch tr true type uname uniq unset unzip uv vi vim wc
    wget which while xargs yarn zip zsh apt apt-get dnf yum pacman winget choco scoop apk jq yq rustup cargo java mvn
    gradle php dotnet nice ionice FROM RUN COPY CMD ENTRYPOINT WORKDIR EXPOSE ENV ARG USER VOLUME`,
  globals: '',
  members: '',
}
