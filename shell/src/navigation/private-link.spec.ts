import { describe, expect, it } from 'vitest'
import { mendedAddress } from './private-link.ts'

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJiaWQiOiI3In0.c2lnbmF0dXJl-_x'
const [start, end] = [token.slice(0, 20), token.slice(20)]

const changes: Record<string, (path: string, name: string) => string> = {
  'whose # was escaped': (path, name) => `${path}%23${name}=${token}`,
  'whose # was escaped twice': (path, name) => `${path}%2523${name}%253D${token}`,
  'whose # and = were escaped': (path, name) => `${path}%23${name}%3D${token}`,
  'with a parameter before it': (path, name) => `${path}?utm_source=news%23${name}=${token}`,
  'with a parameter behind it': (path, name) => `${path}#${name}=${token}&utm_source=news`,
  'with a parameter behind the escaped one': (path, name) => `${path}%23${name}=${token}?utm_source=news`,
  'with a search behind it': (path, name) => `${path}#${name}=${token}?utm_source=news`,
  'with a parameter between': (path, name) => `${path}#utm_source=news&${name}=${token}`,
  'with a slash': (path, name) => `${path}/#${name}=${token}`,
  'with a period': (path, name) => `${path}#${name}=${token}.`,
  'with a bracket': (path, name) => `${path}#${name}=${token})`,
  'with an angle bracket': (path, name) => `${path}#${name}=${token}%3E`,
  'with a comma': (path, name) => `${path}%23${name}=${token},`,
  'with a zero-width space': (path, name) => `${path}#${name}=${token}\u200b`,
  'with an escaped byte order mark': (path, name) => `${path}%23${name}=${token}%EF%BB%BF`,
  'with a soft hyphen inside': (path, name) => `${path}#${name}=${start}\u00ad${end}`,
  'wrapped by a line break': (path, name) => `${path}#${name}=${start}%0D%0A${end}`,
  'wrapped by a space': (path, name) => `${path}%23${name}=${start}%20${end}`,
  'whose = is quoted-printable': (path, name) => `${path}#${name}=3D${token}`,
  'whose # was escaped and = is quoted-printable': (path, name) => `${path}%23${name}=3D${token}`,
  'wrapped by quoted-printable': (path, name) => `${path}#${name}=${start}=%0A${end}`,
}

const parseAddress = (address: string) => new URL(address, 'https://ultimate.example')

describe.each([
  ['/registration/bid', 'token'],
  ['/registration/confirm', 'token'],
  ['/reset-password', 'token'],
  ['/dinner/signup', 'link'],
])('the private link to %s', (path, name) => {
  it.each(Object.entries(changes))('opens %s', (_, change) =>
    expect(mendedAddress(parseAddress(change(path, name)))).toBe(`${path}#${name}=${token}`),
  )

  it('stays as it was mailed', () => expect(mendedAddress(parseAddress(`${path}#${name}=${token}`))).toBeNull())

  it('leads to its page with an empty token', () =>
    expect(mendedAddress(parseAddress(`${path}%23${name}=`))).toBe(`${path}#${name}=`))
})

it('leaves a token alone that resets a password and begins like quoted-printable', () =>
  expect(mendedAddress(parseAddress(`/reset-password#token=3D${'a'.repeat(41)}`))).toBeNull())

it.each([
  '/',
  '/registration/teams?q=a%20b',
  '/registration/teams?q=%231',
  '/dinner/info#parking',
  '/audit?who=100%25',
])('leaves %s alone', (address) => expect(mendedAddress(parseAddress(address))).toBeNull())

it('opens any section whose # was escaped', () =>
  expect(mendedAddress(parseAddress('/dinner/info%23parking'))).toBe('/dinner/info#parking'))
