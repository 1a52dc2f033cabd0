import type { ReactNode } from 'react'
import { Feather, type FeatherTone } from '../../art/feather.tsx'
import { classNames } from '../class-names.ts'
import styles from './page-header.module.css'

export interface PageHeaderProps {
  readonly title: string
  /** One or two sentences below the title. */
  readonly children?: ReactNode
  /** Buttons at the right end; below the words on phones. */
  readonly actions?: ReactNode
  /** `desk` for staff pages: smaller, to leave the room to the work. */
  readonly density?: 'regular' | 'desk'
  readonly feather?: FeatherTone
}

/** The head of a page: its only h1. */
export function PageHeader({ title, children, actions, density = 'regular', feather = 'pumpkin' }: PageHeaderProps) {
  return (
    <header className={classNames(styles['header'], density === 'desk' && styles['desk'])}>
      <div className={styles['words']}>
        <div className={styles['head']}>
          <h1 className={styles['title']}>{title}</h1>
          <Feather tone={feather} className={styles['feather']} />
        </div>
        {children && <div className={styles['lead']}>{children}</div>}
      </div>
      {actions && <div className={styles['actions']}>{actions}</div>}
    </header>
  )
}

export interface SectionHeadProps {
  readonly title: string
  /** The id by which links reach the head. */
  readonly id?: string
  readonly children?: ReactNode
  readonly feather?: FeatherTone
}

/** The head of a section, with a feather stuck behind it. */
export function SectionHead({ title, id, children, feather = 'gold' }: SectionHeadProps) {
  return (
    <div className={styles['section']}>
      <Feather tone={feather} className={styles['sectionFeather']} />
      <h2 id={id}>{title}</h2>
      {children && <div className={styles['lead']}>{children}</div>}
    </div>
  )
}
