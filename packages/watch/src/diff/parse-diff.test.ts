import { expect, test } from 'vitest'
import { parseDiff } from './parse-diff.ts'

test('reads files, their lines, and what only looks like a header', () => {
  const diff = `diff --git a/src/a b.ts b/src/a b.ts
index 1..2 100644
--- a/src/a b.ts
+++ b/src/a b.ts
@@ -3,2 +3 @@ export
--- a query
-old
+++ new
@@ -9,0 +9,2 @@
+diff --git a/x b/x
+two
\\ No newline at end of file
diff --git "a/f\\303\\274r.py" "b/f\\303\\274r.py"
new file mode 100644
--- /dev/null
+++ "b/f\\303\\274r.py"
@@ -0,0 +1 @@
+x = 1
diff --git a/gone.go b/gone.go
deleted file mode 100644
diff --git a/logo.png b/logo.png
Binary files a/logo.png and b/logo.png differ
`
  expect(parseDiff(diff)).toEqual([
    {
      path: 'src/a b.ts',
      status: 'modified',
      hunks: [
        { oldStart: 3, removed: ['-- a query', 'old'], newStart: 3, added: ['++ new'] },
        { oldStart: 9, removed: [], newStart: 9, added: ['diff --git a/x b/x', 'two'] },
      ],
    },
    {
      path: 'für.py',
      status: 'added',
      hunks: [{ oldStart: 0, removed: [], newStart: 1, added: ['x = 1'] }],
    },
    { path: 'gone.go', status: 'deleted', hunks: [] },
    { path: 'logo.png', status: 'modified', hunks: [] },
  ])
})
