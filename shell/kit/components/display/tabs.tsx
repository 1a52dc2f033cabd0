import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './tabs.module.css'

export interface Tab<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly count?: number | undefined
  readonly content: ReactNode
}

export interface TabsProps<Value extends string> {
  /** The name of the choice; read out. */
  readonly label: string
  readonly tabs: readonly Tab<Value>[]
  readonly value: Value
  readonly onValueChange: (value: Value) => void
}

/** Several views of one subject, one at a time. */
export function Tabs<Value extends string>({ label, tabs, value, onValueChange }: TabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onValueChange(next)}>
      <Base.List className={classNames('sideways', styles['list'])} aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={styles['tab']}>
            {tab.label}
            {tab.count !== undefined && <span className={styles['count']}>{tab.count}</span>}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={styles['panel']}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
