import { parseLogoSize } from '@ultimate/events/language/club-logo.ts'
import { useFacts } from '@ultimate/kit/event/edition.ts'
import { classNames } from '../components/class-names.ts'
import { featherBelow, featherOutline } from './feather.tsx'
import styles from './logo.module.css'

/** The fan of the logo: five broad feathers that still read at 24 pixels. */
const fan = [
  { angle: -74, length: 24, fill: 'var(--art-cranberry-bright)' },
  { angle: 74, length: 24, fill: 'var(--art-cranberry-bright)' },
  { angle: -38, length: 30, fill: 'var(--art-pumpkin)' },
  { angle: 38, length: 30, fill: 'var(--art-pumpkin)' },
  { angle: 0, length: 32, fill: 'var(--art-gold)' },
] as const

interface LogoProps {
  readonly className?: string | undefined
  /** The text alternative of the club's picture, where it is more than decoration. */
  readonly alt?: string
}

/**
 * The logo that the club has set, or the feathered disc. Decoration: the name stands beside it, or names the link
 * around it.
 */
export function Logo({ className, alt = '' }: LogoProps) {
  const { logo } = useFacts()
  if (logo) return <ClubLogo address={logo} className={className} alt={alt} />
  return (
    <svg className={className} viewBox="0 0 48 48" width="40" height="40" aria-hidden="true">
      <LogoMarks />
    </svg>
  )
}

/** The logo inside a larger drawing, in a field of 48 by 48. */
export function LogoMarks() {
  return (
    <>
      <g transform="translate(24 35)">
        {fan.map(({ angle, length, fill }) => (
          <g key={angle} transform={`rotate(${angle})`}>
            <path fill="var(--art-cream)" d={featherOutline(length, 7.2)} />
            <path fill={fill} d={featherBelow(length, 7.2, 0.16)} />
          </g>
        ))}
      </g>
      <g transform="translate(24 35) rotate(-12)">
        <path fill="var(--art-disc-rim)" d="M-15 0v2.6a15 9.4 0 0 0 30 0v-2.6Z" />
        <ellipse rx="15" ry="9.4" fill="var(--art-disc)" />
        <ellipse rx="9.2" ry="5.4" fill="none" stroke="var(--art-pumpkin)" strokeWidth="2.4" />
      </g>
    </>
  )
}

interface ClubLogoProps {
  readonly address: string
  readonly className?: string | undefined
  readonly alt: string
}

/** Width over height above which a phone takes a logo to name the club itself. */
const wide = 1.8

/** The picture that a club has set. Its address has the size, so that it has its room before it has come. */
export function ClubLogo({ address, className, alt }: ClubLogoProps) {
  const { width, height } = parseLogoSize(address)
  return (
    <img
      className={classNames(styles['logo'], className)}
      data-wide={width > wide * height ? '' : undefined}
      src={address}
      width={width}
      height={height}
      alt={alt}
    />
  )
}
