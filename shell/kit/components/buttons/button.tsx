import { Link, type LinkProps } from '@ultimate/kit/router.ts'
import { ArrowUpRight } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { VisuallyHidden } from '../layout/page.tsx'
import styles from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'plain' | 'danger'
export type ButtonSize = 'regular' | 'large' | 'compact'

export interface ButtonLook {
  /**
   * `primary` once per view, `secondary` beside it. `quiet` in rows and bars, `plain` in whole columns. `danger`
   * instead of `primary` for what cannot be undone.
   */
  readonly variant?: ButtonVariant | undefined
  /** `large` for heroes, `compact` for dense staff tables (still 44 px to touch). */
  readonly size?: ButtonSize | undefined
  /** An icon before the label, already sized by the button. */
  readonly icon?: ReactNode
  /** True where the button fills its container. */
  readonly wide?: boolean | undefined
}

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'children'> {
  readonly children: ReactNode
  /** Shows a spinner over the label without changing the width; keeps the focus and swallows further clicks. */
  readonly busy?: boolean | undefined
}

/** The class names of a button, for the elements that look like one: links, triggers. */
export function buttonClassName(look: Omit<ButtonLook, 'icon'>, className?: string): string {
  const { variant = 'primary', size = 'regular', wide = false } = look
  return classNames(styles['button'], styles[variant], styles[size], wide && styles['wide'], className)
}

/** A button. Its type is `button` by default, so that it never sends a form by accident. */
export function Button({
  variant,
  size,
  icon,
  wide,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={buttonClassName({ variant, size, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={click}
    >
      <ButtonLabel icon={icon}>{children}</ButtonLabel>
      {busy && <Spinner className={styles['overLabel']} />}
    </button>
  )
}

/** Draws the content of a button, or of a link that looks like one: an icon and a label. */
export function ButtonLabel({ icon, children }: { readonly icon?: ReactNode; readonly children: ReactNode }) {
  return (
    <span className={styles['label']}>
      {icon}
      {children}
    </span>
  )
}

export interface LinkButtonProps extends ButtonLook, LinkProps {}

/** A link that leads somewhere and looks like a button. */
export function LinkButton({ variant, size, icon, wide, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonClassName({ variant, size, wide }, className)}>
      <ButtonLabel icon={icon}>{children}</ButtonLabel>
    </Link>
  )
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'wide'> {
  /** The action of the button; read out, and shown as a title on hover. */
  readonly label: string
  /** A lucide icon. */
  readonly icon: ReactNode
}

/** A button of one icon. Use it where the icon is widely known; otherwise write the word. */
export function IconButton({ label, icon, variant = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      variant={variant}
      aria-label={label}
      title={rest.title ?? label}
      className={classNames(styles['icon'], className)}
    >
      {icon}
    </Button>
  )
}

interface ExternalLinkProps extends Pick<ButtonLook, 'variant' | 'size'>, Omit<ComponentProps<'a'>, 'target' | 'rel'> {
  readonly href: string
}

/** A link out of the site. It opens in a new tab, announces that, and sends no referrer. */
export function ExternalLink({ variant, size, className, children, ...rest }: ExternalLinkProps) {
  const look = variant ? buttonClassName({ variant, size }, className) : (className ?? styles['link'])
  const content = (
    <>
      <span>
        {children}
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </span>
      <ArrowUpRight className={styles['arrow']} aria-hidden="true" />
    </>
  )
  return (
    <a {...rest} className={look} target="_blank" rel="noopener noreferrer external">
      {variant ? <ButtonLabel>{content}</ButtonLabel> : content}
    </a>
  )
}

interface SpinnerProps {
  /** Read out where the spinner stands alone; leave it out beside a text of the same meaning. */
  readonly label?: string
  readonly className?: string | undefined
}

/** A disc in flight, seen from above: it spins while something is under way. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <>
      <svg aria-hidden="true" className={classNames(styles['spinner'], className)} viewBox="0 0 24 24" fill="none">
        <circle cx="12" cy="12" r="10" stroke="currentColor" strokeWidth="2.5" opacity="0.3" />
        <path d="M12 2a10 10 0 0 1 10 10" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
        <path d="M12 6.5a5.5 5.5 0 0 0-5.5 5.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </>
  )
}
