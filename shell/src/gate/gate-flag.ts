const flag = 'testingAccess'

/** Whether this tab has given the test password. The server's cookie decides; this saves asking it first. */
export function hasEntered(): boolean {
  return sessionStorage.getItem(flag) === 'granted'
}

/** For a gate that the server closed again: with another password, or after the cookie was lost. */
export function forgetEntry(): void {
  sessionStorage.removeItem(flag)
}

/** Remembers the password was right, and opens the home page afresh. */
export function enterSite(): void {
  sessionStorage.setItem(flag, 'granted')
  location.replace('/')
}
