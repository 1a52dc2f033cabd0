import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Button, type ButtonProps } from './button.tsx'
import styles from './icon-button.module.css'

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'wide'> {
  /** What the button does; read out, and shown as a title on hover. */
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
