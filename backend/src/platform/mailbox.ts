import { domainToASCII } from 'node:url'

/** Providers that deliver to one mailbox wherever dots stand in its name. */
const dotless = new Set(['gmail.com', 'googlemail.com'])

/**
 * One spelling for all addresses that arrive in the same mailbox, as far as that can be known: the case of the letters,
 * a tag behind a plus, the two spellings of a domain, and the dots that Gmail does not look at.
 */
export function mailboxOf(address: string): string {
  const whole = address.normalize('NFKC').trim().toLowerCase()
  const at = whole.lastIndexOf('@')
  if (at < 1) return whole
  const given = whole.slice(at + 1).replace(/(?<!\.)\.+$/, '')
  const domain = domainToASCII(given) || given
  const name = whole.slice(0, at)
  const untagged = name.split('+', 1)[0] || name
  return dotless.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}
