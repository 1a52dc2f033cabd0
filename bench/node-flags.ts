import manifest from '../package.json' with { type: 'json' }

/** Returns the flags that `npm run …` passes to Node, so that measured programs run as they do in use. */
export const readNodeFlags = (command: 'start' | 'verify' | 'replay'): string[] =>
  manifest.scripts[command].match(/--\S+/g) ?? []
