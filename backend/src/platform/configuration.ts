/** Everything that can be set from outside; see the README's table. */
export interface Configuration {
  readonly port: number
  readonly host: string
  readonly databaseUrl: string | null
  readonly dataDir: string
  readonly authSecret: string
  readonly firstTd: { readonly username: string; readonly email: string; readonly password: string | null }
  readonly gatePassword: string | null
  readonly smtpUrl: string | null
  readonly siteUrl: string
  readonly trustProxy: boolean
  readonly remotes: string | null
  readonly seed: 'demo' | null
  /** The year's tournament: part of every event. */
  readonly edition: string
}
