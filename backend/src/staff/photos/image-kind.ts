const kinds = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const
export type ImageKind = (typeof kinds)[number]

const beginnings: Readonly<Record<ImageKind, (start: string) => boolean>> = {
  jpeg: (start) => start.startsWith('\xff\xd8\xff'),
  png: (start) => start.startsWith('\x89PNG\r\n\x1a\n'),
  webp: (start) => /^RIFF.{4}WEBP/s.test(start),
  gif: (start) => /^GIF8[79]a/.test(start),
  // One of the names that the file goes by; some call it an image in general, and an AVIF further on.
  avif: (start) => /^.{4}ftyp(avi[fs]|(mif1|msf1).{4}(.{4})*?avi[fs])/s.test(start),
}
const looked = 64

/**
 * What a file says it is in its first bytes; its name and the type that came with it say nothing. Only these kinds
 * ever reach a decoder: SVG and PDF, which the library could draw too, are programs.
 */
export function imageKind(bytes: Uint8Array): ImageKind | null {
  const start = Buffer.from(bytes.subarray(0, looked)).toString('latin1')
  return kinds.find((kind) => beginnings[kind](start)) ?? null
}
