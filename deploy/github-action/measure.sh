#!/usr/bin/env bash
# Measures the same questions on two commits of a documentation and writes the comparison to the summary of the run.
# Works in the folder of the repository, which must have both commits (actions/checkout with fetch-depth: 0).
set -euo pipefail

: "${QUESTIONS:?Name the file of questions.}"
: "${BASE:?Name the commit to compare with.}"
questions=$(realpath "$QUESTIONS")
summary=${GITHUB_STEP_SUMMARY:-/dev/stdout}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

git cat-file -e "$BASE^{commit}" 2>/dev/null || {
  echo "The commit $BASE is not in this clone. Check out with fetch-depth: 0." >&2
  exit 1
}
git clone --quiet --bare . "$work/docs.git"
git -C "$work/docs.git" update-ref refs/heads/docent-before "$BASE"
git -C "$work/docs.git" update-ref refs/heads/docent-after "$(git rev-parse HEAD)"

measure() { # measure NAME ARGUMENTS...: indexes the branch of that name and asks the questions
  local folder="$work/$1"
  mkdir "$folder"
  cat >"$folder/docent.config.mjs" <<CONFIG
export default {
  projects: [{
    id: 'docs',
    repository: $(node -p 'JSON.stringify("file://" + process.argv[1])' "$work/docs.git"),
    branch: 'docent-$1',
    docsPath: $(node -p 'JSON.stringify(process.argv[1] ?? "")' "${DOCS_PATH:-}"),
  }],
}
CONFIG
  shift
  (cd "$folder" && DOCENT_DATA=data docent index docs --json >/dev/null && DOCENT_DATA=data docent eval "$questions" -p docs "$@")
}

options=()
if [ "${ANSWERS:-false}" = true ]; then options+=(--answers); fi
measure before "${options[@]}" --json >"$work/before.json"
if [ "${FAIL_ON_LOSS:-true}" = true ]; then options+=(--fail-on-loss); fi
result=0
measure after "${options[@]}" --baseline "$work/before.json" --table >"$work/table.md" || result=$?
{
  echo '## Questions before and after this change'
  echo
  cat "$work/table.md"
} >>"$summary"
exit "$result"
