import manifest from '../package.json' with { type: 'json' }

/** What `npm run …` gives to Node: what is measured runs as it does in use. */
export const readNodeFlags = (command: 'start' | 'verify' | 'replay'): string[] =>
  manifest.scripts[command].match(/--\S+/g) ?? []
