import type { Configuration } from './configuration.ts'

/** The configuration of tests and benches: no mail server, no gate, and no folder unless one is set. */
export const testConfiguration: Configuration = {
  port: 0,
  host: '127.0.0.1',
  databaseUrl: null,
  databaseOwnerUrl: null,
  dataDir: '/nowhere',
  partsDir: '/nowhere/parts',
  /** Long enough for every algorithm of the HS family, so that a wrong one is refused for itself. */
  authSecret: 'a secret of at least sixty-four characters, because HS512 asks for as many',
  logKey: 'bG9nIG9mIHRoZSBUaGFua3NnaXZpbmcgVWx0aW1hdGU',
  firstTd: { username: 'td', email: 'td@localhost', password: 'first-td-password' },
  gatePassword: null,
  smtpUrl: null,
  emailConfirmation: 'off',
  mailQuietSeconds: 0,
  siteUrl: 'http://localhost:3000',
  trustProxy: false,
  remotes: null,
  drainSeconds: 0,
  metricsPort: null,
  seed: null,
  edition: '2025',
}
