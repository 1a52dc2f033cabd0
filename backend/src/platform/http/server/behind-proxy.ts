import type { Configuration } from '../../configuration.ts'

/** Https is never spoken here, so with such an address a proxy stands in front. Null where nothing is to be said. */
export function proxyWarning({ siteUrl, trustProxy }: Pick<Configuration, 'siteUrl' | 'trustProxy'>): string | null {
  if (trustProxy || new URL(siteUrl).protocol !== 'https:') return null
  return (
    'SITE_URL is https, so there is a proxy in front, but TRUST_PROXY is off: ' +
    'all visitors count as one network, and a limit that one of them reaches stops them all. ' +
    'Set TRUST_PROXY=true where the proxy writes X-Forwarded-For.'
  )
}
