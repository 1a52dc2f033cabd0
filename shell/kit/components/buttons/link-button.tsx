import { Link, type LinkProps } from '@ultimate/kit/router.ts'
import { ButtonLabel, type ButtonLook, buttonClassName } from './button.tsx'

export interface LinkButtonProps extends ButtonLook, LinkProps {}

/** A link that leads somewhere and looks like a button. */
export function LinkButton({ variant, size, icon, wide, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonClassName({ variant, size, wide }, className)}>
      <ButtonLabel icon={icon}>{children}</ButtonLabel>
    </Link>
  )
}
