import { expect, it } from 'vitest'
import { trusted } from './trusted-scripts.ts'

const folders = [new URL('/parts/', location.href).href, 'https://dinner.example.org/part/']

it.each(['/parts/shell/js/main.js', 'https://dinner.example.org/part/js/remoteEntry.js'])('trusts %s', (address) => {
  expect(trusted(address, folders)).toBe(new URL(address, location.href).href)
})

it.each([
  '/api/photos/1',
  '/parts/../uploads/x.js',
  'https://dinner.example.org/partner/x.js',
  'https://dinner.example.org/part/../x.js',
  'https://dinner.example.org.evil.example/part/x.js',
  '//dinner.example.org:8443/part/x.js',
  'data:text/javascript,alert(1)',
  'javascript:alert(1)',
  'https://',
])('trusts no %s', (address) => {
  expect(trusted(address, folders)).toBeNull()
})
