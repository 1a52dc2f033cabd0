import type { CSSProperties } from 'react'
import { Section } from './section.tsx'
import styles from './showroom.module.css'

const roles = [
  'paper',
  'ground',
  'raised',
  'sunken',
  'hover',
  'ink',
  'muted',
  'accent-text',
  'link',
  'line',
  'control-line',
  'focus',
  'action',
  'action-hover',
  'action-rim',
  'on-action',
  'good',
  'good-ground',
  'warn',
  'warn-ground',
  'bad',
  'bad-ground',
  'quiet-ground',
  'accent',
  'bar',
  'on-bar',
  'bar-action',
] as const

function Swatches() {
  return (
    <div className={styles['swatches']}>
      {roles.map((role) => (
        <span key={role} className={styles['swatch']} style={{ '--swatch': `var(--color-${role})` } as CSSProperties}>
          {role}
        </span>
      ))}
    </div>
  )
}

export function ColourSection() {
  return (
    <>
      <Section title="Colours and type on paper">
        <Swatches />
        <Words />
      </Section>
      <Section title="The same roles on pine" festive>
        <Swatches />
        <Words />
      </Section>
    </>
  )
}

function Words() {
  return (
    <div>
      <h1>Page title</h1>
      <h2>Section title</h2>
      <h3>Small title</h3>
      <p>
        Body text with a <a href="#colours">way to the colours</a>, <strong>strong words</strong> and figures{' '}
        <span className="tabular">0:42:10</span>.
      </p>
    </div>
  )
}
