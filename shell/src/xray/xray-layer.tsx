import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { floatsInPassing } from '@ultimate/kit/components/layout/floating.ts'
import { useReleaseStore } from '@ultimate/kit/state/release.ts'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announcedParts } from '../navigation/pages.ts'
import styles from './xray.module.css'

const maxAnswers = 6

/** Outlines what each part draws, with its name and version, and lists which modules of the backend answered. */
export function XrayLayer({ onClose }: { readonly onClose: () => void }) {
  const release = useReleaseStore(({ own: pageRelease }) => pageRelease)
  const versions = new Map([['shell', release?.['shell'] ?? '']])
  for (const { name, version } of announcedParts()) versions.set(name, version ?? '')
  const nameBundle = (bundle: string) => `${bundle} ${versions.get(bundle) ?? ''}`.trim()
  const boxes = useDrawnAreas([...versions.keys()])
  const answers = useAnswers()
  return (
    <>
      <div aria-hidden="true" data-xray="" className={styles['layer']}>
        {boxes.map(({ by: bundle, left, top, width, height }, at) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no identity of their own
            key={at}
            className={styles['box']}
            data-outline={bundle === 'shell' ? 'shell' : 'part'}
            style={{ left, top, width, height }}
          >
            <span className={styles['name']}>{nameBundle(bundle)}</span>
          </div>
        ))}
      </div>
      <section ref={floatsInPassing} aria-label="X-ray" data-xray="" className={styles['panel']}>
        <div className={styles['head']}>
          <h2 className={styles['title']}>Who answered</h2>
          <Button variant="quiet" size="compact" icon={<X aria-hidden="true" />} onClick={onClose}>
            Close the x-ray
          </Button>
        </div>
        {answers.length === 0 ? (
          <p>Nothing was asked of the server yet.</p>
        ) : (
          <ul className={styles['answers']}>
            {answers.map(({ key, path, module, milliseconds }) => (
              <li key={key}>
                <strong>{module}</strong> {path} <span className={styles['time']}>{milliseconds} ms</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

/** Measures in every frame, because the outline of an element moves with it. */
function useDrawnAreas(bundles: readonly string[]): readonly DrawnArea[] {
  const [drawn, setDrawn] = useState<readonly DrawnArea[]>([])
  const names = bundles.join()
  useEffect(() => {
    let lastText = ''
    let frame = 0
    const measure = () => {
      const areas = drawnBy(names.split(','), document.body)
      const text = JSON.stringify(areas)
      if (text !== lastText) setDrawn(areas)
      lastText = text
      frame = requestAnimationFrame(measure)
    }
    measure()
    return () => cancelAnimationFrame(frame)
  }, [names])
  return drawn
}

/** Returns the answers, the newest first. */
function useAnswers(): readonly Answered[] {
  const [answers, setAnswers] = useState<readonly Answered[]>([])
  useEffect(() => {
    const observer = new PerformanceObserver((list) => {
      const more = answersIn(list.getEntries()).toReversed()
      setAnswers((earlier) => [...more, ...earlier].slice(0, maxAnswers))
    })
    observer.observe({ type: 'resource', buffered: true })
    return () => observer.disconnect()
  }, [])
  return answers
}

/** An area that a bundle draws in the window, in CSS pixels. */
interface DrawnArea {
  readonly by: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Class names begin with the bundle that their element was drawn by (`localIdentName` of the bundler). */
const bundleIn = (element: Element): string | null => /^([a-z\d]+)-./.exec(element.classList.item(0) ?? '')?.[1] ?? null

/** Returns the outermost visible elements that each of these bundles has drawn. */
export function drawnBy(bundles: readonly string[], within: Element): DrawnArea[] {
  const areas: DrawnArea[] = []
  const visit = (element: Element, around: string | null) => {
    // The x-ray itself.
    if (element.hasAttribute('data-xray')) return
    const ownBundle = bundleIn(element)
    const bundle = ownBundle !== null && bundles.includes(ownBundle) ? ownBundle : around
    if (bundle !== null && bundle !== around) {
      const { left, top, width, height } = element.getBoundingClientRect()
      const isInSight = width > 0 && height > 0 && top < innerHeight && top + height > 0
      if (isInSight) areas.push({ by: bundle, left, top, width, height })
    }
    for (const child of element.children) visit(child, bundle)
  }
  visit(within, null)
  return areas
}

/** An answer of the site's interface, and the module that gave it. */
interface Answered {
  readonly key: string
  readonly path: string
  readonly module: string
  readonly milliseconds: number
}

/** Returns the calls among these entries, where the server has named itself in `Server-Timing`. */
export const answersIn = (entries: readonly PerformanceEntry[]): Answered[] =>
  entries.flatMap((entry) => {
    const { name, startTime, duration, serverTiming } = entry as PerformanceResourceTiming
    const { pathname: path } = new URL(name, location.href)
    const [serverEntry] = serverTiming ?? []
    if (!serverEntry || !path.startsWith('/api/')) return []
    return [{ key: `${path} ${startTime}`, path, module: serverEntry.name, milliseconds: Math.round(duration) }]
  })
