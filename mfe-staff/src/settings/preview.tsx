import type { FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import { ChoiceCards } from '@ultimate/kit/components/fields/choice-cards.tsx'
import { type DraftMessage, isFrameReady } from '@ultimate/kit/event/framed-edition.ts'
import { useEffect, useRef, useState } from 'react'
import styles from './settings-page.module.css'

const pages = [
  { value: '/', label: 'Home' },
  { value: '/tournament/info', label: 'Info' },
  { value: '/dinner/info', label: 'Dinner' },
] as const
const widths = [
  { value: 'phone', label: 'Phone' },
  { value: 'desktop', label: 'Desktop' },
] as const

interface PreviewProps {
  /** Null while something in the draft is wrong: then the last ones stay. */
  readonly facts: FactsOfYear | null
}

/** The site as visitors would see it with these facts, in a frame that gets the draft from this page alone. */
export function Preview({ facts }: PreviewProps) {
  const [path, setPath] = useState<(typeof pages)[number]['value']>('/')
  const [width, setWidth] = useState<(typeof widths)[number]['value']>('phone')
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef(facts)
  latest.current = facts ?? latest.current
  useEffect(() => {
    const show = () => {
      const message: DraftMessage = { type: 'edition-draft', facts: latest.current as FactsOfYear }
      if (latest.current) frame.current?.contentWindow?.postMessage(message, location.origin)
    }
    const answer = (event: MessageEvent) => {
      if (event.source === frame.current?.contentWindow && isFrameReady(event)) show()
    }
    show()
    addEventListener('message', answer)
    return () => removeEventListener('message', answer)
  })
  return (
    <div className={styles['previewed']}>
      <div className={styles['switches']}>
        <ChoiceCards look="segments" label="Page" choices={pages} value={path} onValueChange={setPath} />
        <ChoiceCards look="segments" label="Width" choices={widths} value={width} onValueChange={setWidth} />
      </div>
      {!facts && <p role="status">Shows your changes once the marked fields are right.</p>}
      <div className={styles['screen']} data-width={width}>
        <iframe key={path} ref={frame} className={styles['frame']} title="Preview of the site" src={path} />
      </div>
    </div>
  )
}
