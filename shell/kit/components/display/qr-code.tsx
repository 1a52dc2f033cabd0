import encode from 'qr'
import { useMemo } from 'react'
import { classNames } from '../class-names.ts'
import styles from './qr-code.module.css'

/** The dark modules of a QR code as one path, for a `viewBox` of `size`. Drawn by hand: no text becomes markup here. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const rows = encode(text, 'raw', { ecc: 'medium', border: 2 })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { path, size: rows.length }
}

export interface QrCodeProps {
  readonly text: string
  /** The purpose of the code, read out in place of the picture; none where words beside it name it. */
  readonly label?: string
  readonly className?: string | undefined
}

/** Dark on light in both schemes: cameras expect it so. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { path, size } = useMemo(() => qrPath(text), [text])
  return (
    <svg
      className={classNames(styles['code'], className)}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      aria-hidden={label === undefined || undefined}
    >
      <path d={path} />
    </svg>
  )
}
