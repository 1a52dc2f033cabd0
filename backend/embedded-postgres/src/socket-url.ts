/**
 * Splits an address in libpq's form, which may name the folder of a Unix socket in `?host=`, for `postgres(address,
 * options)` of postgres.js.
 */
export function splitSocketUrl(url: string): {
  readonly address: string
  readonly options: { readonly host?: string }
} {
  const target = new URL(url)
  const host = target.searchParams.get('host')
  target.searchParams.delete('host')
  return { address: target.href, options: host ? { host } : {} }
}
