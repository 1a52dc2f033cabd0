/** A logo's name holds its hash, and its size, so that a page leaves room for the logo before it is loaded. */
export const logoName = /^[0-9a-f]{64}-[1-9]\d{0,2}x[1-9]\d{0,2}\.webp$/

/** The address of a logo on this site. No other address of a logo ever gets into a page. */
export const logoAddress = /^\/api\/edition\/logo\/[0-9a-f]{64}-[1-9]\d{0,2}x[1-9]\d{0,2}\.webp$/

interface LogoFile {
  readonly hash: string
  readonly width: number
  readonly height: number
}

export const writeLogoAddress = ({ hash, width, height }: LogoFile): string =>
  `/api/edition/logo/${hash}-${width}x${height}.webp`

/** The hash of the file behind an address or a name of it. */
export const parseLogoHash = (address: string): string => /[0-9a-f]{64}/.exec(address)?.[0] ?? ''

/** Returns the size that the address names, in pixels; 1 by 1 where it names none. */
export function parseLogoSize(address: string): { readonly width: number; readonly height: number } {
  const [, width, height] = /-(\d+)x(\d+)\.webp$/.exec(address) ?? []
  return { width: Number(width ?? 1), height: Number(height ?? 1) }
}
