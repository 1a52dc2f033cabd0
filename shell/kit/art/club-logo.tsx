import { parseLogoSize } from '@ultimate/events/language/club-logo.ts'
import { classNames } from '../components/class-names.ts'
import styles from './club-logo.module.css'

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
