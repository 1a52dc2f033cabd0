import encode from 'qr'
import { useMemo } from 'react'
import styles from './second-factor.module.css'

interface QrCodeProps {
  readonly text: string
  /** What it is for, in place of the picture. */
  readonly label: string
}

/** Dark on light in both schemes: cameras expect it so. Drawn as one path: no text becomes markup here. */
export function QrCode({ text, label }: QrCodeProps) {
  const { path, size } = useMemo(() => {
    const rows = encode(text, 'raw', { ecc: 'medium', border: 2 })
    const dark = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    return { path: dark.join(''), size: rows.length }
  }, [text])
  return (
    <svg className={styles['qr']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  )
}
