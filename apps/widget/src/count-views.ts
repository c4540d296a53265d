interface NavigationEvents {
  addEventListener(type: 'currententrychange', listener: () => void): void
  removeEventListener(type: 'currententrychange', listener: () => void): void
}

/**
 * Calls `report` with the address of the page, and again whenever the site shows another page without loading one.
 * Readers whose browser asks not to be tracked are not counted.
 * @returns ends it
 */
export function countViews(report: (address: string) => void): () => void {
  if (Reflect.get(navigator, 'globalPrivacyControl') === true) return () => undefined
  let last = ''
  const count = () => {
    const address = location.origin + location.pathname
    if (address === last) return
    last = address
    report(address)
  }
  count()
  const navigation = Reflect.get(window, 'navigation') as NavigationEvents | undefined
  navigation?.addEventListener('currententrychange', count)
  window.addEventListener('popstate', count)
  return () => {
    navigation?.removeEventListener('currententrychange', count)
    window.removeEventListener('popstate', count)
  }
}
