import { expect, it } from 'vitest'
import { proxyWarning } from './behind-proxy.ts'

it('warns of a proxy whose word is not taken', () => {
  expect(proxyWarning({ siteUrl: 'https://ultimate.example', trustProxy: false })).toMatch(/^[^\n]*TRUST_PROXY[^\n]*$/)
})

it.each([
  ['https://ultimate.example', true],
  ['http://localhost:3000', false],
  ['http://localhost:3000', true],
])('says nothing for %s with TRUST_PROXY=%s', (siteUrl, trustProxy) => {
  expect(proxyWarning({ siteUrl, trustProxy })).toBeNull()
})
