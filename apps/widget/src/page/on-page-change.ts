interface NavigationEvents {
  addEventListener(type: 'currententrychange', listener: () => void): void
  removeEventListener(type: 'currententrychange', listener: () => void): void
}

/** Address of the page that is shown, without its query. */
export function pageAddress(): string {
  return location.origin + location.pathname
}

/**
 * Calls `listener` with the address whenever the site shows another page without loading one.
 * @returns ends it
 */
export function onPageChange(listener: (address: string) => void): () => void {
  let last = pageAddress()
  const look = () => {
    const address = pageAddress()
    if (address === last) return
    last = address
    listener(address)
  }
  const navigation = Reflect.get(window, 'navigation') as NavigationEvents | undefined
  navigation?.addEventListener('currententrychange', look)
  window.addEventListener('popstate', look)
  return () => {
    navigation?.removeEventListener('currententrychange', look)
    window.removeEventListener('popstate', look)
  }
}
