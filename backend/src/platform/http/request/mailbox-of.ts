/** The same for all addresses that lead into one mailbox: letter case and what stands behind a `+` are set aside. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name = ''] = email.slice(0, at).split('+', 1)
  return `${name}${email.slice(at)}`.normalize('NFKC').toLowerCase()
}
