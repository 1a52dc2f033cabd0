import escapeHtml from 'escape-html'

interface HtmlPart {
  readonly subject: string
  /** The mail as plain text, in lines that are broken by hand. */
  readonly text: string
  /** Only addresses of this site become links, so that an address that a visitor typed into a form leads nowhere. */
  readonly siteUrl: string
  readonly contact: string
  /** The label of the button of a private link. */
  readonly button: string
}

const lineOfDashes = /^-{10,}$/m

/**
 * Returns the mail as HTML, made from its text alone. Each color comes with its background, and no image is loaded, so
 * that the mail can be read in light and dark. Private links are buttons.
 */
export function htmlPart({ text, subject, ...look }: HtmlPart): string {
  const sections = text.split(lineOfDashes).map((section, index) =>
    // Every second section is for programs, such as the signed head of the log.
    index % 2 === 1 ? `<hr>\n<pre style="${small}">${escapeHtml(section.trim())}</pre>\n<hr>` : toBlocks(section, look),
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0 auto;padding:1rem;max-width:36rem;overflow-wrap:anywhere;font:1rem/1.5 system-ui,sans-serif">
${sections.join('\n')}
</body>
</html>
`
}

const small = 'white-space:pre-wrap;overflow-wrap:anywhere;font-size:.875rem'
const buttonStyle =
  'display:inline-block;padding:.75rem 1.5rem;border-radius:.5rem;background-color:#9b1b30;color:#fffdf8;font-weight:600;text-decoration:none'

type MailLook = Pick<HtmlPart, 'siteUrl' | 'contact' | 'button'>

const toBlocks = (text: string, look: MailLook): string =>
  text
    .split(/\n{2,}/)
    .map((block) => block.replace(/^\n|\n$/g, ''))
    .filter((block) => block !== '')
    .map((block) => toBlock(block.split('\n'), look))
    .join('\n')

/**
 * Returns a block of lines, which empty lines separate from other blocks, as HTML. The forms of a block:
 * - a list, each line like `  - Bring a plate`
 * - a table of two columns, each line like `  Team    Foxes`
 * - an indented paragraph, each line with two spaces before it
 * - a paragraph. A last line that is an address of the site becomes a button or a link of its own.
 */
function toBlock(lines: readonly string[], look: MailLook): string {
  if (lines.every((line) => line.startsWith('  - ')))
    return `<ul>${lines.map((line) => `<li>${linkAddresses(line.slice(4), look)}</li>`).join('')}</ul>`
  const pairs = lines.map((line) => (/^ {2}(?! )/.test(line) ? line.slice(2).split(/ {2,}/) : []))
  if (pairs.every(({ length }) => length === 2))
    return `<table role="presentation">${pairs.map((pair) => row(pair, look)).join('')}</table>`
  if (lines.every((line) => line.startsWith('  ')))
    return `<p style="margin-inline-start:1rem">${lines.map((line) => linkAddresses(line.trim(), look)).join('<br>')}</p>`
  const lastLine = lines.at(-1) ?? ''
  if (!isOfSite(lastLine, look)) return `<p>${joinLines(lines, look)}</p>`
  const linesBefore = lines.slice(0, -1)
  return `${linesBefore.length > 0 ? `<p>${joinLines(linesBefore, look)}</p>\n` : ''}<p>${button(lastLine, look)}</p>`
}

const row = ([name = '', value = '']: readonly string[], look: MailLook): string =>
  `<tr><td style="padding-inline-end:1rem">${escapeHtml(name)}</td><td><b>${linkAddresses(value, look)}</b></td></tr>`

/** Returns whether a line was ended on purpose, like `See you on the field,`; others were broken for their length. */
const isEnded = (line: string): boolean => line.length < 40 && line.endsWith(',')

const joinLines = (lines: readonly string[], look: MailLook): string =>
  lines
    .map((line, index) =>
      index === lines.length - 1
        ? linkAddresses(line, look)
        : linkAddresses(line, look) + (isEnded(line) ? '<br>' : ' '),
    )
    .join('')

const isOfSite = (word: string, { siteUrl }: MailLook): boolean =>
  /^https?:\/\/\S+$/.test(word) && URL.canParse(word) && new URL(word).origin === new URL(siteUrl).origin

/** Writes a private link, whose token stands behind the `#`, as a button; others as a link. */
function button(address: string, look: MailLook): string {
  if (!address.includes('#')) return linkAddresses(address, look)
  return `<a href="${escapeHtml(address)}" style="${buttonStyle}">${escapeHtml(look.button)}</a>`
}

function linkAddresses(line: string, look: MailLook): string {
  const { contact } = look
  return line
    .split(/( +)/)
    .map((word) => {
      if (word === contact) return `<a href="mailto:${escapeHtml(word)}">${escapeHtml(word)}</a>`
      return isOfSite(word, look) ? `<a href="${escapeHtml(word)}">${escapeHtml(word)}</a>` : escapeHtml(word)
    })
    .join('')
}
