import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import decode from 'qr/decode.js'
import { useEffect, useRef, useState } from 'react'
import { signal, useSignalSetting } from '../../common/signals.ts'
import { useWakeLock } from '../../common/wake-lock.ts'
import { codeOfLabel } from './label-code.ts'
import styles from './labels.module.css'

/** The result of a scanned label. */
export interface Scanned {
  readonly isSuccess: boolean
  readonly sentence: string
}

export interface ScanDialogProps {
  /** Called with the code of a label, once each time the label is held into the picture. */
  readonly onLabel: (code: string) => Scanned
  readonly onClose: () => void
}

type State = 'opening' | 'looking' | 'failed'

const words: Readonly<Record<Exclude<State, 'failed'>, string>> = {
  opening: 'The camera opens…',
  looking: 'Hold each label in front of the camera to check its dish in.',
}
const noLabel: Scanned = { isSuccess: false, sentence: 'This is not a label of a dish.' }

/** Checks in one dish after the other by the labels on their trays. */
export default function ScanDialog({ onLabel, onClose }: ScanDialogProps) {
  // State, not a ref: the dialog draws the video only after the first effects, which would find no video in a ref.
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [state, setState] = useState<State>('opening')
  const [scanned, setScanned] = useState<Scanned | null>(null)
  const [signals, setSignals] = useSignalSetting()
  const latestOnLabel = useRef(onLabel)
  latestOnLabel.current = onLabel
  useWakeLock()
  useEffect(() => {
    if (!video) return
    const ended = new AbortController()
    void scan(video, ended.signal, {
      onState: setState,
      onText: (text) => {
        const code = codeOfLabel(text)
        const result = code === null ? noLabel : latestOnLabel.current(code)
        signal(result.isSuccess ? 'success' : 'failure')
        setScanned(result)
      },
    })
    return () => ended.abort()
  }, [video])
  return (
    <Dialog open onClose={onClose} title="Scan a label" actions={<Button onClick={onClose}>Done</Button>}>
      {state === 'failed' ? (
        <Notice tone="warn" announce="alert" title="The camera cannot be opened">
          The browser may block it for this site, or another app is using it. You can also type the six characters of
          the label into the search.
        </Notice>
      ) : (
        <>
          <p>{words[state]}</p>
          <p role="status" className={styles['scanned']} data-good={scanned?.isSuccess || undefined}>
            <bdi>{scanned?.sentence}</bdi>
          </p>
        </>
      )}
      <video ref={setVideo} className={styles['video']} hidden={state === 'failed'} muted playsInline />
      <Checkbox label="Sound and vibration" checked={signals} onCheckedChange={setSignals} />
    </Dialog>
  )
}

interface ScanEffects {
  readonly onState: (state: State) => void
  readonly onText: (text: string) => void
}

/** The pause between two searches of the picture, in which the phone can draw it. */
const pauseMs = 200
/** A label that was out of the picture for longer counts as a new one. */
const awayMs = 2000

/**
 * Shows the phone's rear camera, and reports the text of each QR code that comes into its picture, until it is ended.
 */
async function scan(video: HTMLVideoElement, ended: AbortSignal, { onState, onText }: ScanEffects) {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    const stop = () => {
      for (const track of stream.getTracks()) track.stop()
    }
    if (ended.aborted) return stop()
    ended.addEventListener('abort', stop)
    video.srcObject = stream
    await video.play()
    onState('looking')
    const read = await createReader()
    let last = { text: '', seenAt: 0 }
    while (!ended.aborted) {
      const text = await read(video)
      const now = performance.now()
      if (text !== null && !ended.aborted) {
        if (text !== last.text || now - last.seenAt > awayMs) onText(text)
        last = { text, seenAt: now }
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  } catch (error) {
    if (!ended.aborted) onState('failed')
    console.warn('Scanning failed', error)
  }
}

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
type DetectorClass = (new (options: {
  formats: string[]
}) => Detector) & {
  getSupportedFormats(): Promise<readonly string[]>
}

/** Returns a reader of QR codes: the browser's own, which spares the battery, or else the library's. */
async function createReader(): Promise<(video: HTMLVideoElement) => Promise<string | null>> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (BarcodeDetector && formats.includes('qr_code')) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
  }
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video
    if (!context || width === 0) return null
    canvas.width = width
    canvas.height = height
    context.drawImage(video, 0, 0)
    return readQr(context.getImageData(0, 0, width, height))
  }
}

/** Returns the text of a QR code in a picture; null where none can be read. */
export function readQr(picture: Pick<ImageData, 'width' | 'height' | 'data'>): string | null {
  try {
    return decode(picture)
  } catch {
    // The library throws for every picture without a code, as most camera pictures are.
    return null
  }
}
