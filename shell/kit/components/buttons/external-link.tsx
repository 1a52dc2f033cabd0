import { ArrowUpRight } from 'lucide-react'
import type { ComponentProps } from 'react'
import { VisuallyHidden } from '../layout/page.tsx'
import styles from './button.module.css'
import { ButtonLabel, type ButtonLook, buttonClassName } from './button.tsx'

export interface ExternalLinkProps
  extends Pick<ButtonLook, 'variant' | 'size'>,
    Omit<ComponentProps<'a'>, 'target' | 'rel'> {
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
