import { describe, expect, it } from 'vitest'
import { htmlPart } from './html-part.ts'

const known = {
  subject: 'Your bid <b>',
  siteUrl: 'https://ultimate.example',
  contact: 'turkey@ultimate.example',
  button: 'Open my bid',
}
const renderBody = (text: string) =>
  htmlPart({ ...known, text }).replace(/^[\s\S]*<body[^>]*>\n|\n<\/body>[\s\S]*$/g, '')

describe('The HTML part of a mail', () => {
  it('flows where lines were broken for their length, and breaks where they were ended', () => {
    expect(renderBody(`Pools are posted on the site closer to the weekend. On Saturday\nthere is turkey.`)).toBe(
      '<p>Pools are posted on the site closer to the weekend. On Saturday there is turkey.</p>',
    )
    expect(renderBody('See you,\nthe tournament crew')).toBe('<p>See you,<br>the tournament crew</p>')
  })

  it('makes a button of a private link alone, with all that stands in it escaped', () => {
    const html = renderBody(
      'Open it:\n\nhttps://ultimate.example/registration/bid#token=a"b&c\n\nAll of them:\nhttps://ultimate.example/registration/teams',
    )
    expect(html).toContain('<a href="https://ultimate.example/registration/bid#token=a&quot;b&amp;c" style="')
    expect(html).toContain('>Open my bid</a>')
    expect(html).toContain(
      '<p>All of them:</p>\n<p><a href="https://ultimate.example/registration/teams">https://ultimate.example/registration/teams</a></p>',
    )
  })

  it('links to no other site, even if its address was typed, and shows the text as typed', () => {
    const html = renderBody('See https://evil.example/ and javascript:alert(1)\n\n<img src=x onerror=alert(1)>')
    expect(html).toBe(
      '<p>See https://evil.example/ and javascript:alert(1)</p>\n<p>&lt;img src=x onerror=alert(1)&gt;</p>',
    )
    expect(htmlPart({ ...known, text: '' })).toContain('<title>Your bid &lt;b&gt;</title>')
  })

  it('shows lists, pairs and what is indented', () => {
    expect(renderBody('  - Pie\n  - Yams')).toBe('<ul><li>Pie</li><li>Yams</li></ul>')
    expect(renderBody('  Team      Huck Finns')).toBe(
      '<table role="presentation"><tr><td style="padding-inline-end:1rem">Team</td><td><b>Huck Finns</b></td></tr></table>',
    )
    expect(renderBody('  #6 on the waitlist')).toBe('<p style="margin-inline-start:1rem">#6 on the waitlist</p>')
  })

  it('keeps what a program reads, and names the contact', () => {
    const line = '-'.repeat(20)
    const seal = `${line}\nhead\n\n1234\n${line}`
    expect(renderBody(`Save it:\n\n${seal}\n\nThe key`)).toContain('>head\n\n1234</pre>\n<hr>\n<p>The key</p>')
    expect(renderBody('Questions? Write to turkey@ultimate.example')).toContain(
      '<a href="mailto:turkey@ultimate.example">',
    )
  })

  it('has no image and no color without its ground', () => {
    const html = htmlPart({ ...known, text: 'Hello,\n\nhttps://ultimate.example/registration/bid#token=abc\n' })
    expect(html).not.toMatch(/<img|url\(|@import/)
    expect(html.match(/[^-]color:#/g)).toHaveLength(1)
    expect(html).toContain('background-color:#9b1b30;color:#fffdf8')
  })
})
