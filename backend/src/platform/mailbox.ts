import { domainToASCII } from 'node:url'

/** Providers that deliver to one mailbox wherever dots stand in its name. */
const dotless = new Set(['gmail.com', 'googlemail.com'])

/**
 * One spelling for all addresses that arrive in the same mailbox, as far as that can be known: the case of the letters,
 * a tag behind a plus, the two spellings of a domain, and the dots that Gmail does not look at.
 */
export function toMailbox(address: string): string {
  const normalized = address.normalize('NFKC').trim().toLowerCase()
  const at = normalized.lastIndexOf('@')
  if (at < 1) return normalized
  const domainAsWritten = normalized.slice(at + 1).replace(/(?<!\.)\.+$/, '')
  const domain = domainToASCII(domainAsWritten) || domainAsWritten
  const name = normalized.slice(0, at)
  const untagged = name.split('+', 1)[0] || name
  return dotless.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}

/** Returns a test of whether a text contains an address of the same mailbox as this one, in any spelling. */
export function mentionsMailbox(address: string): (text: string) => boolean {
  const mailbox = toMailbox(address)
  return (text) => findAddresses(text).some((other) => toMailbox(other) === mailbox)
}

const stops = new Set([...".:!?'[]"])

/** Finds words that may be addresses, without the punctuation around them. */
const findAddresses = (text: string): string[] =>
  text.split(/[\s<>()",;]/).flatMap((word) => (word.includes('@') ? [withoutStops(word)] : []))

function withoutStops(word: string): string {
  let [from, to] = [0, word.length]
  while (stops.has(word[from] ?? '')) from++
  while (to > from && stops.has(word[to - 1] ?? '')) to--
  return word.slice(from, to)
}
