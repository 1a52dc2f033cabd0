/** The location of a part, from the variable REMOTES. */
export interface RemoteSetting {
  /** The part's manifest: an address, or a path of this site. */
  readonly manifest: string
  /** Digest that the part's entry script has to have, in the form of the `integrity` attribute; null leaves it open. */
  readonly pin: string | null
}

/** `<part>=<address>[#<digest>],<part>=<address>` by part; a part that is not named keeps its built-in address. */
export function parseRemotes(text: string): Readonly<Record<string, RemoteSetting>> {
  return Object.fromEntries(
    text.split(',').map((entry) => {
      const [name = '', ...rest] = entry.split('=')
      const [manifest = '', ...pin] = rest.join('=').trim().split('#')
      return [name.trim(), { manifest, pin: pin.length > 0 ? pin.join('#') : null }]
    }),
  )
}

/** Base64 of the digest's bytes: whole, because browsers ignore one that they cannot read. */
const digest = /^(sha256-[\w+/]{43}=|sha384-[\w+/]{64}|sha512-[\w+/]{86}==)$/

/** Returns what is wrong with the setting, as the ends of sentences that begin with its name. */
export function remoteComplaints(text: string, parts: readonly string[]): string[] {
  return Object.entries(parseRemotes(text)).flatMap(([part, { manifest, pin }]) => {
    if (!parts.includes(part)) return [`has to look like ${formatExample(parts)} with names of ${parts.join(', ')}`]
    const complaints = isAddress(manifest) ? [] : [`names no usable address for ${part}`]
    return pin === null || digest.test(pin)
      ? complaints
      : [...complaints, `pins no digest for ${part} that browsers know: it has to look like #sha384-… in base64`]
  })
}

const formatExample = (parts: readonly string[]): string =>
  parts
    .slice(0, 2)
    .map((part) => `${part}=https://…`)
    .join(',')

/** The parts whose addresses a browser refuses to load into a site that is served over https. */
export function insecureRemotes(text: string): string[] {
  return Object.entries(parseRemotes(text)).flatMap(([part, { manifest }]) =>
    URL.canParse(manifest) && new URL(manifest).protocol === 'http:' ? [part] : [],
  )
}

function isAddress(text: string): boolean {
  if (text.startsWith('/')) return !text.startsWith('//')
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}
