export function light() {
  return 'on'
}

// #region on
light()
// #endregion on
