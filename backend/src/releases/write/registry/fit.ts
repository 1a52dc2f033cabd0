import { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { releasesErrors } from '@ultimate/events/releases/api.ts'
import type { PartHost, ReleaseNeeds } from '../../../platform/http/site/part-releases.ts'

type Code = keyof typeof releasesErrors.registry

/** Refuses with RELEASE_DOES_NOT_FIT and the reason, where the site cannot carry a part with these demands. */
export async function requireFit(host: PartHost, name: string, demanding: ReleaseNeeds): Promise<void> {
  const reason = await host.misfit(name, demanding)
  if (reason !== null) throw new DomainError('RELEASE_DOES_NOT_FIT' satisfies Code, reason)
}

/** Says what is wrong with what was sent as a release, in a sentence for who sent it. */
export function invalidRelease(field: 'archive' | 'manifest' | 'version', reason: string): DomainError {
  return new DomainError('RELEASE_INVALID' satisfies Code, reason, { [field]: reason })
}
