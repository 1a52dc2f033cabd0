import { domainToASCII } from 'node:url'

/** Providers that ignore dots in the name of a mailbox. */
const dotless = new Set(['gmail.com', 'googlemail.com'])

/**
 * Returns one spelling for all addresses of a mailbox, as far as that can be known. It ignores the case of letters, a
 * tag behind a plus, and Gmail's dots, and spells domains in ASCII: `B.Ecky+ultimate@Gmail.com` is `becky@gmail.com`.
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

const punctuation = new Set([...".:!?'[]"])

/** Finds words that may be addresses, without the punctuation around them. */
const findAddresses = (text: string): string[] =>
  text.split(/[\s<>()",;]/).flatMap((word) => (word.includes('@') ? [trimPunctuation(word)] : []))

function trimPunctuation(word: string): string {
  let [from, to] = [0, word.length]
  while (punctuation.has(word[from] ?? '')) from++
  while (to > from && punctuation.has(word[to - 1] ?? '')) to--
  return word.slice(from, to)
}
