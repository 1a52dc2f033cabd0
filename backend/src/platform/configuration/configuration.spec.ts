import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { parseSettings as parse, parseRemotes, proxyWarning } from './configuration.ts'

const parseSettings = (env: Record<string, string>) => parse(env, ['tournament', 'dinner', 'staff'])

it('needs nothing from the environment', () => {
  expect(parseSettings({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: null,
    databaseOwnerUrl: null,
    dataDir: resolve('.data'),
    partsDir: resolve('.data/parts'),
    authSecret: null,
    logKey: null,
    firstTd: { username: 'td', email: 'td@localhost', password: null },
    gatePassword: null,
    smtpUrl: null,
    emailConfirmation: 'off-without-smtp',
    mailQuietSeconds: 60,
    siteUrl: null,
    trustProxy: false,
    remotes: null,
    drainSeconds: 0,
    metricsPort: null,
    seed: null,
    edition: '2025',
  })
})

it('takes an empty variable as one that is not set', () => {
  expect(parseSettings({ PORT: '', SEED: ' ', DATABASE_URL: '' })).toEqual(parseSettings({}))
})

it('takes every variable of the table', () => {
  expect(
    parseSettings({
      PORT: '0',
      HOST: '0.0.0.0',
      DATABASE_URL: 'postgresql:///site?host=/run/postgresql',
      DATABASE_OWNER_URL: 'postgres://owner:p@db.example.org/site',
      DATA_DIR: '/srv/data',
      PARTS_DIR: '/srv/parts',
      AUTH_SECRET: 'gobble like forty turkeys',
      LOG_KEY: 'a'.repeat(43),
      TD_USERNAME: 'dora',
      TD_EMAIL: 'dora@example.org',
      TD_PASSWORD: 'cranberry',
      GATE_PASSWORD: 'sesame',
      SMTP_URL: 'smtps://u:p@mail.example.org',
      EMAIL_CONFIRMATION: 'off',
      MAIL_QUIET_SECONDS: '5',
      SITE_URL: 'https://turkey.example.org/',
      TRUST_PROXY: 'true',
      REMOTES: 'tournament=https://a.example.org/mf-manifest.json,dinner=/mfe/dinner/mf-manifest.json',
      DRAIN_SECONDS: '20',
      METRICS_PORT: '9464',
      SEED: 'demo',
      EDITION: '2026',
    }),
  ).toEqual({
    port: 0,
    host: '0.0.0.0',
    databaseUrl: 'postgresql:///site?host=/run/postgresql',
    databaseOwnerUrl: 'postgres://owner:p@db.example.org/site',
    dataDir: '/srv/data',
    partsDir: '/srv/parts',
    authSecret: 'gobble like forty turkeys',
    logKey: 'a'.repeat(43),
    firstTd: { username: 'dora', email: 'dora@example.org', password: 'cranberry' },
    gatePassword: 'sesame',
    smtpUrl: 'smtps://u:p@mail.example.org',
    emailConfirmation: 'off',
    mailQuietSeconds: 5,
    siteUrl: 'https://turkey.example.org',
    trustProxy: true,
    remotes: 'tournament=https://a.example.org/mf-manifest.json,dinner=/mfe/dinner/mf-manifest.json',
    drainSeconds: 20,
    metricsPort: 9464,
    seed: 'demo',
    edition: '2026',
  })
})

it.each(['0.0.0.0', '::', '::1', 'localhost', 'site.example.org', 'node7', '7.example'])('takes HOST=%s', (host) => {
  expect(parseSettings({ HOST: host }).host).toBe(host)
})

it('names every variable that is wrong in one message', () => {
  const wrong = {
    PORT: '70000',
    HOST: 'not a host',
    DATABASE_URL: 'mysql://localhost/site',
    DATABASE_OWNER_URL: 'site',
    AUTH_SECRET: 'short',
    LOG_KEY: 'short',
    TD_EMAIL: 'unknown',
    TD_PASSWORD: '12345',
    SMTP_URL: 'mail.example.org',
    SITE_URL: 'https://example.org/path',
    TRUST_PROXY: 'maybe',
    REMOTES: 'kitchen=https://example.org',
    DRAIN_SECONDS: '-1',
    METRICS_PORT: '0',
    SEED: 'everything',
  }
  const message = catchMessage(() => parseSettings(wrong))
  expect(
    message
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(' ')[0]),
  ).toEqual(Object.keys(wrong))
})

it.each([
  ['PORT', 'abc'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['HOST', '999.1.1.1'],
  ['HOST', '127.0.0'],
  ['HOST', '12345'],
  ['HOST', '-site'],
  ['SITE_URL', 'ftp://example.org'],
  ['SITE_URL', 'example.org'],
  ['REMOTES', 'dinner=ftp://example.org'],
  ['REMOTES', 'dinner'],
  ['REMOTES', 'dinner=//example.org/mf-manifest.json'],
  ['REMOTES', 'dinner=https://example.org/mf-manifest.json#md5-abc'],
  ['REMOTES', 'dinner=https://example.org/mf-manifest.json#sha384-tooshort'],
  ['DRAIN_SECONDS', '601'],
  ['DRAIN_SECONDS', '1.5'],
  ['METRICS_PORT', '70000'],
])('refuses %s=%s', (name, value) => {
  expect(catchMessage(() => parseSettings({ [name]: value }))).toContain(`\n  ${name} `)
})

it.each(['Director', 'aaaaaa', 'AaAaAa'])('refuses a first password that is guessed first: %s', (password) => {
  const settings = { TD_USERNAME: 'director', TD_PASSWORD: password }
  expect(catchMessage(() => parseSettings(settings))).toMatch(/TD_PASSWORD must not be the username/)
})

it('does not repeat a value, which may be secret', () => {
  expect(catchMessage(() => parseSettings({ AUTH_SECRET: 'hush', TD_PASSWORD: 'hush' }))).not.toContain('hush')
})

it.each([
  ['x'.repeat(32), {}],
  ['sunshine', {}],
  ['dora-dora', { TD_USERNAME: 'Dora' }],
  ['polly@example.org', { TD_EMAIL: 'polly@example.org' }],
  ['polly-polly-1', { TD_EMAIL: 'polly@example.org' }],
])('refuses a secret that others could guess, without repeating it: %s', (secret, more) => {
  const message = catchMessage(() => parseSettings({ AUTH_SECRET: secret, ...more }))
  expect(message).toMatch(/\n {2}AUTH_SECRET must not .*; 32 random characters are good/)
  expect(message.toLowerCase()).not.toContain(secret.toLowerCase())
})

const pin = `sha384-${'A'.repeat(64)}`

it('reads the address and the pinned digest of each part that is named', () => {
  expect(parseRemotes(`tournament=https://a.example.org/m.json?v=1#${pin}, dinner=/d.json`)).toEqual({
    tournament: { manifest: 'https://a.example.org/m.json?v=1', pin },
    dinner: { manifest: '/d.json', pin: null },
  })
  expect(parseSettings({ REMOTES: `dinner=/d.json#${pin}` }).remotes).toBe(`dinner=/d.json#${pin}`)
})

it('refuses a part over http on a site that is served over https', () => {
  const remotes = { REMOTES: 'dinner=http://a.example.org/m.json,staff=https://a.example.org/m.json' }
  expect(catchMessage(() => parseSettings({ ...remotes, SITE_URL: 'https://turkey.example.org' }))).toBe(
    'The settings cannot be used:\n' +
      '  REMOTES has to name an https address for dinner, because SITE_URL is https and browsers refuse a mix',
  )
  expect(parseSettings({ ...remotes, SITE_URL: 'http://turkey.example.org' }).remotes).toBe(remotes.REMOTES)
})

it('refuses to show measurements on the port of the site', () => {
  expect(catchMessage(() => parseSettings({ METRICS_PORT: '3000' }))).toContain('METRICS_PORT has to differ from PORT')
})

function catchMessage(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  throw new Error('nothing was thrown')
}

it.each([
  [{}, 'off-without-smtp'],
  [{ SMTP_URL: 'smtp://mail.example.org' }, 'on'],
  [{ EMAIL_CONFIRMATION: 'on' }, 'on'],
  [{ EMAIL_CONFIRMATION: 'true' }, 'on'],
  [{ EMAIL_CONFIRMATION: 'off' }, 'off'],
  [{ EMAIL_CONFIRMATION: 'false', SMTP_URL: 'smtp://mail.example.org' }, 'off'],
])('asks for confirmed addresses where mails go out, unless it is told otherwise: %o', (env, emailConfirmation) => {
  expect(parseSettings(env)).toMatchObject({ emailConfirmation })
})

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
