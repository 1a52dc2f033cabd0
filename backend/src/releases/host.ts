import type { Demands } from '@ultimate/events/releases/part.ts'

/** The version of a part that was built together with the site. */
export interface BuiltInPart extends Demands {
  readonly name: string
  readonly version: string
  /** When it was built. */
  readonly at: Date
  /** Bytes of its files. */
  readonly size: number
}

/** The site that parts are released to: what it brings itself, and what it can carry. */
export interface PartHost {
  builtIn(): Promise<readonly BuiltInPart[]>
  /** Why a release of this part that demands this cannot run here, in a sentence for who releases it; null where it can. */
  misfit(name: string, demands: Demands): Promise<string | null>
}

/** The version of this part that came with the site; null where none did. */
export async function builtInVersion(host: PartHost, name: string): Promise<string | null> {
  return (await host.builtIn()).find((part) => part.name === name)?.version ?? null
}
