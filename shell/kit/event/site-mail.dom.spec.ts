import { beforeEach, describe, expect, it, vi } from 'vitest'

beforeEach(() => vi.resetModules())

const said = async (settings: string | null) => {
  document.body.innerHTML =
    settings === null ? '' : `<script type="application/json" id="page-settings">${settings}</script>`
  return (await import('./site-mail.ts')).doesSiteMail()
}

describe('Whether the site mails', () => {
  it('is said by the page, and where it says nothing there is a mail server', async () => {
    expect(await said('{"mails":false}')).toBe(false)
    vi.resetModules()
    expect(await said('{"mails":true}')).toBe(true)
    vi.resetModules()
    expect(await said('{}')).toBe(true)
    vi.resetModules()
    expect(await said(null)).toBe(true)
  })
})
