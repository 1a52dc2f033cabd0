import type { RemoteAddress } from '@ultimate/kit/contract.ts'

/** What the backend writes into every page, so that nothing has to be asked before the first paint. */
export interface PageSettings {
  /** The testing gate is on; whether it is open for this visitor is asked. */
  readonly gate: boolean
  readonly remotes: readonly RemoteAddress[]
}

export function readPageSettings(): PageSettings {
  const text = document.getElementById('page-settings')?.textContent
  return text ? (JSON.parse(text) as PageSettings) : { gate: false, remotes: [] }
}
